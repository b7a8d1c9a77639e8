import { collectMessages } from '../wire/collect-messages.ts'
import { distinctEvents } from '../wire/distinct-events.ts'
import type { EventObject } from '../wire/envelope.ts'
import { readChange } from '../wire/read-change.ts'
import { sessionIDOf } from '../wire/run-message.ts'
import type { RunData } from './run-data.ts'
import { isSelected, noSuchRun, type RunSelection } from './run-selection.ts'
import { type EventSlice, lastSession, type PlacedChange, sliceEvents } from './slice-events.ts'
import { selectRun } from './run-from-messages.ts'
import { sliceMessages } from './slice-messages.ts'

/** The run of an event list that `selection` means; by default the last one that a prompt started in a session without a parent. */
export function runFromEvents(frames: readonly unknown[], selection: RunSelection): RunData {
  const events = distinctEvents(frames)
  const sessions = changesBySession(events)
  const parents = new Map([...sessions].map(([id, placed]) => [id, lastSession(placed)?.parentID]))
  const slices = [...sessions].flatMap(([id, placed]) => sliceEvents(id, placed)).toSorted((a, b) => a.at - b.at)
  const slice = selectSlice(slices, selection, parents)
  if (slice) return { ...slice, events: eventsOf(events, slice, sessions, parents) }
  return runWithoutWork(sessions, parents, selection)
}

function selectSlice(
  slices: readonly EventSlice[],
  selection: RunSelection,
  parents: ReadonlyMap<string, string | undefined>,
): EventSlice | undefined {
  const { sessionID, promptID } = selection
  const meant = slices.filter((slice) => isSelected(selection, slice))
  if (promptID !== undefined) return meant.at(-1)
  const roots = sessionID === undefined ? meant.filter((slice) => parents.get(slice.sessionID) === undefined) : meant
  // A prompt that was refused is shown only where it is all there is: what was asked about started.
  return roots.findLast(({ started }) => started) ?? roots.at(-1)
}

// No work was seen: a prompt that asked for no reply, the copies of a fork, a list without statuses. Messages tell what there is.
function runWithoutWork(
  sessions: ReadonlyMap<string, readonly PlacedChange[]>,
  parents: ReadonlyMap<string, string | undefined>,
  selection: RunSelection,
): RunData {
  const { sessionID, promptID } = selection
  const meant = [...sessions].filter(([id]) => sessionID === undefined || id === sessionID)
  const messages = meant.map(([, placed]) => collectMessages(placed.map(([, change]) => change)))
  const run = selectRun(messages.flatMap(sliceMessages), selection)
  const known = promptID === undefined && (sessionID === undefined || sessions.has(sessionID))
  if (!run && !known) throw noSuchRun(selection, sessions.keys(), messages.flat())
  const root = [...sessions.keys()].findLast((id) => parents.get(id) === undefined)
  const [first] = run?.messages ?? []
  const session = (first && sessionIDOf(first)) ?? sessionID ?? root ?? ''
  return { session: lastSession(sessions.get(session) ?? []), messages: run?.messages ?? [], events: [] }
}

function eventsOf(
  events: readonly EventObject[],
  { sessionID, places, at, end }: EventSlice,
  sessions: ReadonlyMap<string, readonly PlacedChange[]>,
  parents: ReadonlyMap<string, string | undefined>,
): EventObject[] {
  const children = [...sessions].filter(([id]) => isBelow(id, sessionID, parents)).flatMap(([, placed]) => placed)
  const below = children.map(([place]) => place).filter((place) => place >= at && place < end)
  const wanted = new Set([...places, ...below])
  return events.filter((_, place) => wanted.has(place))
}

function isBelow(id: string, ancestor: string, parents: ReadonlyMap<string, string | undefined>): boolean {
  // However the parents are told, there are no more of them than sessions.
  let parent = parents.get(id)
  for (let level = 0; level < parents.size && parent !== undefined; level += 1) {
    if (parent === ancestor) return true
    parent = parents.get(parent)
  }
  return false
}

function changesBySession(events: readonly EventObject[]): Map<string, PlacedChange[]> {
  const sessions = new Map<string, PlacedChange[]>()
  for (const [at, event] of events.entries()) {
    const change = readChange(event)
    if (change?.sessionID === undefined) continue
    const placed = sessions.get(change.sessionID) ?? []
    placed.push([at, change])
    sessions.set(change.sessionID, placed)
  }
  return sessions
}
