import { InvalidOptionError } from '../errors.ts'
import type { MessageView } from '../wire/message-view.ts'
import { readMessage } from '../wire/read-message.ts'
import type { RunMessage } from '../wire/run-message.ts'
import { checkKeys, checkRecord, checkString } from './checks.ts'

/** Which run of a source is meant: one of a session, also of a child session, or the one that a prompt started or joined. */
export interface RunSelection {
  readonly sessionID?: string
  readonly promptID?: string
}

/** Passes a selection; throws InvalidOptionError for unknown names and wrong types. */
export function readSelection(value: unknown): RunSelection {
  if (value === undefined) return {}
  const options = checkRecord('options', value)
  checkKeys('options', options, ['sessionID', 'promptID'])
  const { sessionID, promptID } = options
  return {
    ...(sessionID !== undefined && { sessionID: checkString('options.sessionID', sessionID) }),
    ...(promptID !== undefined && { promptID: checkString('options.promptID', promptID) }),
  }
}

/** A run as far as a selection asks about it. */
interface Candidate {
  readonly sessionID: string | undefined
  readonly messages: readonly RunMessage[]
}

/** Whether a run of `sessionID` with `messages` is the one that is meant. Messages that name no session are taken to be of any. */
export function isSelected({ sessionID, promptID }: RunSelection, run: Candidate): boolean {
  const unnamed = run.sessionID === undefined && run.messages.length > 0
  if (sessionID !== undefined && run.sessionID !== sessionID && !unnamed) return false
  return promptID === undefined || run.messages.map(readMessage).some((view) => isOf(view, promptID))
}

// A step names the prompt that it answers in 1.x: so does the answer of `session.prompt()`, which is one step alone.
function isOf(view: MessageView, promptID: string): boolean {
  return view.role === 'user' ? view.id === promptID : view.role === 'assistant' && view.promptID === promptID
}

/** The error for a selection that fits no run; it lists what there is. */
export function noSuchRun(
  { sessionID, promptID }: RunSelection,
  sessionIDs: Iterable<string | undefined>,
  messages: readonly RunMessage[],
): InvalidOptionError {
  const known = [...sessionIDs].filter((id) => id !== undefined)
  if (sessionID !== undefined && (promptID === undefined || !known.includes(sessionID))) {
    return new InvalidOptionError({
      path: 'options.sessionID',
      expected: known.length ? `a session of the value (${known.join(', ')})` : 'a value that holds sessions',
      received: sessionID,
    })
  }
  const prompts = messages.map(readMessage).filter(({ role }) => role === 'user')
  const ids = prompts.map(({ id }) => id).join(', ')
  const expected = ids ? `a prompt of the value (${ids})` : 'a value that holds prompts'
  return new InvalidOptionError({ path: 'options.promptID', expected, received: promptID })
}
