import type { Envelope } from './envelope.ts'
import { isRecord } from './is-record.ts'
import { sessionIDFromProps } from './session-id-from-props.ts'

/** The envelope of an event that is parsed already; undefined for what is no event. An `Envelope` passes as well. Never throws. */
export function readEnvelope(event: unknown): Envelope | undefined {
  if (!isRecord(event)) return undefined
  const { id, type, seq, directory } = event
  const props = event['properties'] ?? event['props']
  if (typeof type !== 'string' || !isRecord(props)) return undefined
  const sessionID = sessionIDFromProps(props)
  return {
    ...(typeof id === 'string' && { id }),
    type,
    props,
    ...(sessionID !== undefined && { sessionID }),
    ...(typeof seq === 'number' && { seq }),
    ...(typeof directory === 'string' && { directory }),
  }
}
