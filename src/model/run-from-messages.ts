import { type RunMessage, sessionIDOf } from '../wire/run-message.ts'
import { groupMessages } from './group-messages.ts'
import type { RunData } from './run-data.ts'
import { isSelected, noSuchRun, type RunSelection } from './run-selection.ts'
import { type MessageSlice, sliceMessages } from './slice-messages.ts'

/** The run of a message list that `selection` means; by default the last one that a prompt started. A list holds no session. */
export function runFromMessages(messages: readonly RunMessage[], selection: RunSelection): RunData {
  const sessions = groupMessages(messages)
  const run = selectRun([...sessions.values()].flatMap(sliceMessages), selection)
  const { sessionID, promptID } = selection
  if (!run && (sessionID ?? promptID) !== undefined) throw noSuchRun(selection, sessions.keys(), messages)
  return { session: null, messages: run?.messages ?? [], events: [] }
}

/** The last run that `selection` means, and among those the last that a prompt started. */
export function selectRun(runs: readonly MessageSlice[], selection: RunSelection): MessageSlice | undefined {
  const meant = runs.filter(({ messages }) => {
    const [first] = messages
    return isSelected(selection, { sessionID: first && sessionIDOf(first), messages })
  })
  return meant.findLast(({ started }) => started) ?? meant.at(-1)
}
