import { InvalidOptionError } from '../errors.ts'
import type { Message } from '../wire/message.ts'
import { readMessage } from '../wire/read-message.ts'
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

/** Whether a run of `sessionID` with `messages` is the one that is meant. */
export function isSelected(
  { sessionID, promptID }: RunSelection,
  run: { readonly sessionID: string | undefined; readonly messages: readonly Message[] },
): boolean {
  if (sessionID !== undefined && run.sessionID !== sessionID) return false
  return promptID === undefined || run.messages.some(({ info }) => info.role === 'user' && info.id === promptID)
}

/** The error for a selection that fits no run; it lists what there is. */
export function noSuchRun(
  { sessionID, promptID }: RunSelection,
  sessionIDs: Iterable<string>,
  messages: readonly Message[],
): InvalidOptionError {
  const known = [...sessionIDs]
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
