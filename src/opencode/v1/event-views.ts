import { sseFrame } from '../../http/sse-frame.ts'
import { toRow } from '../durable-events.ts'
import type { EventView } from '../event-view.ts'

/** Of `GET /event` and `/global/event` (facts/opencode-1x.md section 1). */
const INTERVAL = 10_000

/** `GET /event`: the events of one directory, as they are. */
export const directoryView = (directory: string): EventView => ({
  directory,
  interval: INTERVAL,
  frames: (event, origin) => (origin.directory === directory ? [sseFrame(event)] : []),
  mark: sseFrame,
})

/** `GET /global/event`: those of all directories in an envelope, durable ones a second time as they are stored. */
export const globalView: EventView = {
  directory: undefined,
  interval: INTERVAL,
  frames: (event, { directory, project, durable }) => {
    const told = sseFrame({ directory, project, payload: event })
    if (!durable) return [told]
    const { aggregate_id: aggregateID, id, type, seq, data } = toRow(event, durable)
    const syncEvent = { id, type, seq, aggregateID, data }
    return [told, sseFrame({ directory, project, payload: { type: 'sync', syncEvent, id } })]
  },
  mark: (event) => sseFrame({ payload: event }),
  global: (payload) => sseFrame({ directory: 'global', payload }),
}
