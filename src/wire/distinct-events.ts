import type { EventObject } from './envelope.ts'
import { isRecord } from './is-record.ts'
import { isEventObject } from './read-envelope.ts'
import { unwrapEvent } from './unwrap-event.ts'

/**
 * The events of frames or stored rows, unwrapped, each once, in the order they came: `/global/event` sends durable events a second time,
 * under the same id (facts/opencode-1x.md section 1), and whoever subscribes twice has them twice. What is no event is left out.
 */
export function distinctEvents(frames: readonly unknown[]): readonly EventObject[] {
  const seen = new Set<string>()
  return frames
    .filter(isRecord)
    .map((frame): unknown => unwrapEvent(frame))
    .filter(isEventObject)
    .filter(({ id, type }) => {
      const key = id === undefined ? undefined : `${id} ${type.replace(/\.\d+$/, '')}`
      if (key === undefined) return true
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
}
