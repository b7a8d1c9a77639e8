import { isRecord } from './is-record.ts'

/**
 * The event inside a frame of any stream. `/global/event` wraps each in `payload`, and sends durable ones a second time as a `sync`
 * event with the event in `syncEvent` (facts/opencode-1x.md section 1); the other streams and stored rows wrap nothing. Never throws.
 */
export function unwrapEvent(frame: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { type, payload } = frame
  const event = typeof type !== 'string' && isRecord(payload) ? payload : frame
  const { syncEvent } = event
  return event['type'] === 'sync' && isRecord(syncEvent) ? syncEvent : event
}
