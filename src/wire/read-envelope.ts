import type { Envelope, EventObject } from './envelope.ts'
import { isRecord } from './is-record.ts'
import { isSessionID } from './is-session-id.ts'
import { propsOf } from './props-of.ts'
import { sessionIDFromProps } from './session-id-from-props.ts'
import { unwrapEvent } from './unwrap-event.ts'

/** Whether `value` is an event that is parsed already and not wrapped; an `Envelope` is one as well. Never throws. */
export function isEventObject(value: unknown): value is EventObject {
  return isRecord(value) && typeof value['type'] === 'string' && propsOf(value) !== undefined
}

/** The envelope of an event that is parsed already, as any stream or stored row has it; undefined for what is no event. Never throws. */
export function readEnvelope(frame: unknown): Envelope | undefined {
  if (!isRecord(frame)) return undefined
  const event = unwrapEvent(frame)
  const { id, type } = event
  const props = propsOf(event)
  if (typeof type !== 'string' || !props) return undefined
  const sessionID = sessionIDFromProps(props) ?? sessionOf(event)
  const seq = seqOf(event)
  const directory = directoryOf(frame, event)
  // Field by field, as this runs for each delta of a stream: spreads of what is not there are several times slower.
  const envelope: { -readonly [Field in keyof Envelope]: Envelope[Field] } = { type, props }
  if (typeof id === 'string') envelope.id = id
  if (sessionID !== undefined) envelope.sessionID = sessionID
  if (seq !== undefined) envelope.seq = seq
  if (directory !== undefined) envelope.directory = directory
  return envelope
}

type Fields = Readonly<Record<string, unknown>>

// A durable event belongs to an aggregate, which is its session but for the few that belong to a project (`worktree.resolved`).
function sessionOf(event: Fields): string | undefined {
  const { sessionID, aggregateID, aggregate_id: stored, durable } = event
  const ids = [sessionID, aggregateID, stored, isRecord(durable) ? durable['aggregateID'] : undefined]
  return ids.find(isSessionID)
}

function seqOf({ seq, durable }: Fields): number | undefined {
  if (typeof seq === 'number') return seq
  return isRecord(durable) && typeof durable['seq'] === 'number' ? durable['seq'] : undefined
}

// `/global/event` names it around the event, the preview and 2.x in the event.
function directoryOf(frame: Fields, { location }: Fields): string | undefined {
  if (typeof frame['directory'] === 'string') return frame['directory']
  return isRecord(location) && typeof location['directory'] === 'string' ? location['directory'] : undefined
}
