import { sseFrame } from '../../http/sse-frame.ts'
import type { DurableRow } from '../durable-events.ts'
import type { EventOrigin, OpencodeServerEvent } from '../event-hub.ts'
import type { EventView } from '../event-view.ts'

/** Of both streams; the session's has no heartbeats (facts/opencode-1x-preview-api.md section 1). */
const INTERVAL = 15_000

/** Events of the preview's own runs. */
export const PREVIEW_PREFIX = 'session.next.'

/** `GET /api/event`: everything that is durable, of all sessions and directories, and what happens in the preview's own runs. */
export const previewView: EventView = {
  directory: undefined,
  interval: INTERVAL,
  frames: (event, origin) => (isTold(event, origin) ? [sseFrame(toPreview(event, origin))] : []),
  // The first status of a run on v1 ends it, cleanly (captures/1.18.33-api/16d-v1-run-seen-by-v2.json ends there too).
  ends: ({ type }) => type === 'session.status',
  mark: ({ id, type }) => (type === 'server.heartbeat' ? HEARTBEAT : `${sseFrame({ id, type, data: {} })}${HEARTBEAT}`),
}

const HEARTBEAT = ': heartbeat\n\n'

/** `GET /api/session/:id/event`: the durable events of one session's runs, after a seq. `onFrame`: there is something to send. */
export const sessionView = (sessionID: string, after: number, onFrame: () => void): EventView => ({
  directory: undefined,
  interval: INTERVAL,
  frames: (event, origin) => {
    const { durable } = origin
    if (durable?.aggregateID !== sessionID || durable.seq <= after || !event.type.startsWith(PREVIEW_PREFIX)) return []
    onFrame()
    return [sseFrame(toKept(event, origin))]
  },
  mark: () => undefined,
})

/** An event of the store as `GET /api/session/:id/history` and the session's stream tell it. */
export function fromRow({ id, type, aggregate_id: aggregateID, seq, data }: DurableRow): object {
  const [, name = type, version = '1'] = /^(.*)\.(\d+)$/.exec(type) ?? []
  return { id, type: name, durable: { aggregateID, seq, version: Number(version) }, data: withTime(data) }
}

const isTold = ({ type }: OpencodeServerEvent, { durable, emitted }: EventOrigin): boolean =>
  durable !== undefined || emitted === true || /^(session\.next|permission\.v2|question\.v2)\./.test(type)

const toPreview = (event: OpencodeServerEvent, origin: EventOrigin): object => ({
  ...toKept(event, origin),
  location: { directory: origin.directory },
})

/** As the store tells it, which does not say where it was. */
function toKept({ id, type, properties }: OpencodeServerEvent, { durable }: EventOrigin): object {
  const kept = durable && { aggregateID: durable.aggregateID, seq: durable.seq, version: durable.version ?? 1 }
  return { id, type, ...(kept && { durable: kept }), data: withTime(properties) }
}

/** The preview spells the time in epoch ms, where v1 spells it as a date. */
function withTime(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { timestamp } = data
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(time) ? data : { ...data, timestamp: time }
}
