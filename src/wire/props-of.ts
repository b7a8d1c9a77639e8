import { isRecord } from './is-record.ts'

/** What closes the replay of a session's log in 2.x. It has no data beside its place (facts/opencode-2x.md section 1.5). */
const LOG_SYNCED = 'log.synced'

const NONE: Readonly<Record<string, unknown>> = Object.freeze({})

/**
 * The properties of an unwrapped event: `properties` on the v1 streams, `data` in stored rows, on the preview's and the 2.x streams,
 * `props` in an `Envelope`. Undefined for what is no event. Never throws.
 */
export function propsOf(event: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const { properties, data, props, type } = event
  if (isRecord(properties)) return properties
  if (isRecord(data)) return data
  if (isRecord(props)) return props
  return type === LOG_SYNCED ? NONE : undefined
}
