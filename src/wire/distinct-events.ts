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
      // A type says what is expected of others' events, not what they hold: without an id of its own each is a new one.
      if (typeof id !== 'string') return true
      const key = `${id} ${type.replace(/\.\d+$/, '')}`
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
}
