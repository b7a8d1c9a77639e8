import type { Change } from '../wire/change.ts'
import { collectMessages } from '../wire/collect-messages.ts'
import type { Message } from '../wire/message.ts'
import type { PromptView } from '../wire/message-view.ts'
import { readMessage } from '../wire/read-message.ts'
import type { SessionInfo } from '../wire/session-info.ts'
import { RunTracker } from './run-tracker.ts'

/** A run as an event list shows it. `at` and `end` are places in the list: where it begins, and where the next one does. */
export interface EventSlice {
  readonly sessionID: string
  readonly session: SessionInfo | null
  readonly messages: readonly Message[]
  /** The places of its own events. */
  readonly places: readonly number[]
  readonly at: number
  readonly end: number
  /** Whether a prompt started it: not so for a shell command, and for a prompt that was refused. */
  readonly started: boolean
}

/** A change and its place in the event list. */
export type PlacedChange = readonly [at: number, change: Change]

/** Cuts what happened in one session into runs, oldest first. Busy and idle tell where they begin and end. */
export function sliceEvents(sessionID: string, placed: readonly PlacedChange[]): readonly EventSlice[] {
  const messages = collectMessages(placed.map(([, change]) => change))
  const prompts = messages.map(readMessage).filter((view) => view.role === 'user')
  const tracker = new RunTracker(new Map(prompts.map(({ id, origin }) => [id, origin])))
  for (const [at, change] of placed) tracker.take(at, change)
  return tracker.runs
    .toSorted((a, b) => a.at - b.at)
    .map((run, index, runs) => {
      const end = runs.slice(index + 1).find(({ accepted }) => accepted)?.at ?? Infinity
      return {
        sessionID,
        session: lastSession(placed, end),
        messages: messages.filter(({ info }) => run.messageIDs.has(info.id)),
        places: placed.filter(([at, change]) => tracker.ownerOf(at, change) === run).map(([at]) => at),
        at: run.at,
        end,
        started: run.accepted && originOf(prompts, run.messageIDs) !== 'shell',
      }
    })
}

/** The session as it was last told before place `end`; null where it was not. */
export function lastSession(placed: readonly PlacedChange[], end: number = Infinity): SessionInfo | null {
  for (const [at, change] of placed.toReversed()) {
    if (at < end && change.kind === 'session') return change.session
  }
  return null
}

function originOf(prompts: readonly PromptView[], ids: ReadonlySet<string>): PromptView['origin'] | undefined {
  return prompts.find(({ id }) => ids.has(id))?.origin
}
