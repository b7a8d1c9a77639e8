import type { Envelope, EventObject } from './envelope.ts'
import { isRecord } from './is-record.ts'
import { sessionIDFromProps } from './session-id-from-props.ts'

/** Whether `value` is an event that is parsed already; an `Envelope` is one as well. Never throws. */
export function isEventObject(value: unknown): value is EventObject {
  return isRecord(value) && typeof value['type'] === 'string' && propsOf(value) !== undefined
}

/** The envelope of an event that is parsed already; undefined for what is no event. Never throws. */
export function readEnvelope(event: unknown): Envelope | undefined {
  if (!isRecord(event)) return undefined
  const { id, type, seq, directory } = event
  const props = propsOf(event)
  if (typeof type !== 'string' || !props) return undefined
  const sessionID = sessionIDFromProps(props)
  // Field by field, as this runs for each delta of a stream: spreads of what is not there are several times slower.
  const envelope: { -readonly [Field in keyof Envelope]: Envelope[Field] } = { type, props }
  if (typeof id === 'string') envelope.id = id
  if (sessionID !== undefined) envelope.sessionID = sessionID
  if (typeof seq === 'number') envelope.seq = seq
  if (typeof directory === 'string') envelope.directory = directory
  return envelope
}

function propsOf(event: Record<string, unknown>): Record<string, unknown> | undefined {
  const props = event['properties'] ?? event['props']
  return isRecord(props) ? props : undefined
}
