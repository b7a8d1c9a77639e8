import { isRecord } from './is-record.ts'
import { unwrapEvent } from './unwrap-event.ts'

/**
 * When an event of the preview API or of 2.x was made, in epoch ms: 2.x has it around the data, the preview in it, where the v1 streams
 * of the same server spell it as a date (facts/opencode-1x-preview-api.md section 1). Undefined where it is not told. Never throws.
 */
export function readEventTime(frame: unknown, props: Readonly<Record<string, unknown>>): number | undefined {
  const created = isRecord(frame) ? unwrapEvent(frame)['created'] : undefined
  if (typeof created === 'number') return created
  const { timestamp } = props
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : timestamp
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined
}
