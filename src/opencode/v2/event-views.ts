import { sseFrame } from '../../http/sse-frame.ts'
import type { WriteEvent } from '../event-hub.ts'
import type { EventView } from '../event-view.ts'

/** ms between heartbeats (facts/opencode-2x.md section 1.5). */
const INTERVAL = 15_000

/**
 * An event as 2.x writes it (facts/opencode-2x.md section 3). `properties` is there for code that reads events of both lines, and on no
 * wire.
 */
export const writeV2Event: WriteEvent = ({ id, type, properties }, { created, durable, directory }) => {
  const event = {
    id,
    created,
    type,
    data: properties,
    ...(durable && { durable: { aggregateID: durable.aggregateID, seq: durable.seq, version: durable.version ?? 1 } }),
    location: { directory },
  }
  return Object.defineProperty({ ...event, properties }, 'properties', { enumerable: false })
}

/** `GET /api/event`: the events of all sessions and directories. Its heartbeats are comments, and its first frame has no time. */
export const v2View: EventView = {
  directory: undefined,
  interval: INTERVAL,
  frames: (event, { internal }) => (internal === true ? [] : [sseFrame(event)]),
  mark: ({ id, type }) => (type === 'server.heartbeat' ? ': heartbeat\n\n' : sseFrame({ id, type, data: {} })),
}

/** The log of one session: its durable events behind a seq. */
export const logView = (sessionID: string, after: number): EventView => ({
  directory: undefined,
  interval: INTERVAL,
  frames: (event, { durable }) => (durable?.aggregateID === sessionID && durable.seq > after ? [sseFrame(event)] : []),
  mark: ({ type }) => (type === 'server.heartbeat' ? ': heartbeat\n\n' : undefined),
})

/** Of these only a session's log tells (facts/opencode-2x.md section 1.5). */
export const LOG_ONLY: ReadonlySet<string> = new Set(['session.usage.recorded', 'session.message.content.updated'])
