import { InvalidOptionError } from '../src/errors.ts'
import { isRecord } from '../src/model/checks.ts'
import { unread } from '../src/model/unread.ts'
import type { Envelope } from '../src/wire/envelope.ts'
import { readEnvelope } from '../src/wire/read-envelope.ts'

/** An event that a matcher was given: as it came, and read. */
export interface ReceivedEvent {
  readonly raw: unknown
  readonly envelope: Envelope
}

/**
 * The events that `received` is or has as `events`, such as a run or a fake, oldest first, of any dialect. Throws InvalidOptionError for
 * anything else; `alternative` names what else the matcher takes.
 */
export function receivedEvents(matcher: string, received: unknown, alternative = ''): readonly ReceivedEvent[] {
  const list: unknown = isRecord(received) ? received['events'] : received
  const events = Array.isArray(list) ? list.map((raw: unknown) => ({ raw, envelope: readEnvelope(raw) })) : undefined
  if (events?.every(isReceivedEvent)) return events
  const accepted = 'a list of events { type, properties }, or a run or a fake that has one'
  const expected = `${alternative && `${alternative}, or `}${accepted}${unread(received)}`
  throw new InvalidOptionError({ path: `${matcher} received`, expected, received })
}

const isReceivedEvent = (event: { raw: unknown; envelope: Envelope | undefined }): event is ReceivedEvent =>
  event.envelope !== undefined
