import type { Change } from '../wire/change.ts'
import { collectMessages } from '../wire/collect-messages.ts'
import type { MessageView } from '../wire/message-view.ts'
import { patchSession } from '../wire/patch-session.ts'
import { readMessage } from '../wire/read-message.ts'
import { messageIDOf, type RunMessage } from '../wire/run-message.ts'
import type { SessionInfo } from '../wire/session-info.ts'
import { RunTracker } from './run-tracker.ts'
import { sliceMessages } from './slice-messages.ts'

/** A run as an event list shows it. `at` and `end` are places in the list: where it begins, and where the next one does. */
export interface EventSlice {
  readonly sessionID: string
  readonly session: SessionInfo | null
  readonly messages: readonly RunMessage[]
  /** The places of its own events. */
  readonly places: readonly number[]
  readonly at: number
  readonly end: number
  /** Whether a prompt started it: not so for a shell command, and for a prompt that was refused. */
  readonly started: boolean
}

/** A change and its place in the event list. */
export type PlacedChange = readonly [at: number, change: Change]

/** A run of a session, before it is told which places are its own. `accepted`: false for a prompt that was refused. */
interface Cut {
  readonly at: number
  readonly messages: readonly RunMessage[]
  readonly accepted: boolean
  readonly started: boolean
  readonly owns: (placed: PlacedChange) => boolean
}

/**
 * Cuts what happened in one session into runs, oldest first. Where busy and idle, or executions, are told, they tell where runs begin
 * and end. The preview API tells neither: there the messages do.
 */
export function sliceEvents(sessionID: string, placed: readonly PlacedChange[]): readonly EventSlice[] {
  const messages = collectMessages(placed.map(([, change]) => change))
  const byMessages = !placed.some(([, { kind }]) => LEVELS.has(kind)) && placed.some(([, { kind }]) => kind === 'edit')
  const cuts = (byMessages ? cutByMessages(placed, messages) : cutByLevels(placed, messages)).toSorted(
    (a, b) => a.at - b.at,
  )
  return cuts.map((cut, index) => {
    const { at, started, owns } = cut
    const end = cuts.slice(index + 1).find(({ accepted }) => accepted)?.at ?? Infinity
    const session = lastSession(placed, end)
    return { sessionID, session, messages: cut.messages, places: placed.filter(owns).map(place), at, end, started }
  })
}

/** The session as it was last told before place `end`; null where it was not. */
export function lastSession(placed: readonly PlacedChange[], end: number = Infinity): SessionInfo | null {
  let session: SessionInfo | null = null
  for (const [at, change] of placed) {
    if (at >= end) break
    if (change.kind === 'session') session = change.session
    else if (session && 'patch' in change && change.patch) session = patchSession(session, change.patch)
  }
  return session
}

const LEVELS: ReadonlySet<Change['kind']> = new Set(['busy', 'idle', 'execution-started', 'execution-ended'])

function cutByLevels(placed: readonly PlacedChange[], messages: readonly RunMessage[]): Cut[] {
  const views = new Map(messages.map((message) => [messageIDOf(message), readMessage(message)]))
  const tracker = new RunTracker(
    views,
    placed.some(([, { kind }]) => LEVELS.has(kind)),
  )
  for (const [at, change] of placed) tracker.take(at, change)
  return tracker.runs.map((run) => {
    const own = messages.filter((message) => run.messageIDs.has(messageIDOf(message)))
    const viewed = own.map((message) => views.get(messageIDOf(message)))
    return {
      at: run.at,
      messages: own.slice(leadOf(viewed)),
      accepted: run.accepted,
      started: run.accepted && isPrompted(viewed),
      owns: ([at, change]) => tracker.ownerOf(at, change) === run,
    }
  })
}

function cutByMessages(placed: readonly PlacedChange[], messages: readonly RunMessage[]): Cut[] {
  const slices = sliceMessages(messages).map(({ messages: own, started }) => {
    const ids = new Set(own.map(messageIDOf))
    const at = placed.find(([, change]) => ids.has(messageIDOfChange(change)))?.[0] ?? 0
    return { ids, at, started, messages: own }
  })
  const ownerOf = ([at, change]: PlacedChange): unknown =>
    slices.find(({ ids }) => ids.has(messageIDOfChange(change))) ?? slices.findLast((slice) => slice.at <= at)
  return slices.map((slice) => {
    const { at, messages: own, started } = slice
    return { at, messages: own, accepted: true, started, owns: (change) => ownerOf(change) === slice }
  })
}

const place = ([at]: PlacedChange): number => at

const messageIDOfChange = (change: Change): string => ('messageID' in change ? (change.messageID ?? '') : '')

const isPrompt = (view: MessageView | undefined): boolean => view?.role === 'user' && view.origin === 'user'

// How many notes opencode took between the beginning of the work and its prompt.
function leadOf(views: readonly (MessageView | undefined)[]): number {
  const first = views.findIndex((view) => isPrompt(view) || view?.role === 'assistant')
  return first !== -1 && isPrompt(views[first]) ? first : 0
}

// A run whose prompt was not seen counts as prompted, unless something else is seen to have started it.
function isPrompted(views: readonly (MessageView | undefined)[]): boolean {
  if (views.some(isPrompt)) return true
  return !views.some((view) => view?.role === 'user' || (view?.role === 'note' && view.kind === 'compaction'))
}
