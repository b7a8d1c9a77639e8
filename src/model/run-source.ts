import { InvalidOptionError } from '../errors.ts'
import { oldestFirst } from '../wire/oldest-first.ts'
import { readEnvelope } from '../wire/read-envelope.ts'
import { isRunMessage } from '../wire/run-message.ts'
import { isAiResult, messagesOfAiError, runFromAiResult } from './ai-run.ts'
import { isRecord } from './checks.ts'
import { isRunData, type RunData } from './run-data.ts'
import { runFromEvents } from './run-from-events.ts'
import { runFromMessages } from './run-from-messages.ts'
import { isSelected, noSuchRun, type RunSelection } from './run-selection.ts'
import { sessionOfRun } from './session-of-run.ts'
import { unread } from './unread.ts'

const ACCEPTED =
  'a run: a RunResult, a fake that has one, what session.prompt() answered ({ info, parts } or { data }), a message list, an event list, what generateText() resolved to or an error'

const NOTHING: RunData = { session: null, messages: [], events: [] }

/** The run that `value` is or holds. Throws InvalidOptionError for what holds none, and for a selection that fits none. */
export function readRunSource(value: unknown, selection: RunSelection): RunData {
  if (isRunData(value)) return reselect(value, selection)
  if (isThenable(value)) {
    throw new InvalidOptionError({
      path: 'value',
      expected: `${ACCEPTED}; not a Promise of it: an \`await\` is missing`,
      received: value,
    })
  }
  if (isError(value)) return { ...NOTHING, messages: messagesOfAiError(value), thrown: value }
  if (Array.isArray(value)) return readList('value', value, selection)
  if (isRunMessage(value)) return runFromMessages([value], selection)
  if (!isRecord(value)) throw new InvalidOptionError({ path: 'value', expected: ACCEPTED, received: value })
  if ('lastRun' in value) return readRecorder(value, selection)
  if ('data' in value) return readAnswer(value, selection)
  if (isAiResult(value)) return runFromAiResult(value)
  throw new InvalidOptionError({ path: 'value', expected: `${ACCEPTED}${unread(value)}`, received: value })
}

function reselect(run: RunData, selection: RunSelection): RunData {
  if (isSelected(selection, { sessionID: sessionOfRun(run), messages: run.messages })) return run
  return run.events.length ? runFromEvents(run.events, selection) : runFromMessages(run.messages, selection)
}

function readRecorder({ runs, lastRun }: Record<string, unknown>, selection: RunSelection): RunData {
  if (selection.sessionID === undefined && selection.promptID === undefined) {
    return lastRun === undefined || lastRun === null ? NOTHING : readRunSource(lastRun, selection)
  }
  const recorded = (Array.isArray(runs) ? runs : [lastRun]).filter(isRunData)
  const candidates = recorded.map((run) => ({ run, sessionID: sessionOfRun(run), messages: run.messages }))
  const meant = candidates.findLast((candidate) => isSelected(selection, candidate))
  if (meant) return meant.run
  const sessionIDs = candidates.map(({ sessionID }) => sessionID).filter((id) => id !== undefined)
  throw noSuchRun(
    selection,
    new Set(sessionIDs),
    candidates.flatMap(({ messages }) => messages),
  )
}

function readAnswer({ data, error, cursor }: Record<string, unknown>, selection: RunSelection): RunData {
  if (Array.isArray(data)) return readList('value.data', data, selection, cursor)
  if (isRunMessage(data)) return runFromMessages([data], selection)
  // The SDK of the preview API and of 2.x gives the page that the server answered in `data`.
  if (isRecord(data) && Array.isArray(data['data']))
    return readList('value.data.data', data['data'], selection, data['cursor'])
  if (error !== undefined) {
    throw new InvalidOptionError({ path: 'value.error', expected: 'an answer without an error', received: error })
  }
  throw new InvalidOptionError({ path: 'value.data', expected: '{ info, parts } or a message list', received: data })
}

function readList(path: string, list: readonly unknown[], selection: RunSelection, cursor?: unknown): RunData {
  if (list.length === 0) return NOTHING
  if (list.every(isRunMessage)) return runFromMessages(oldestFirst(list, cursor), selection)
  if (list.every(isEvent)) return runFromEvents(list, selection)
  const fits = isRunMessage(list[0]) ? isRunMessage : isEvent
  const index = list.findIndex((item) => !fits(item))
  const expected = isRunMessage(list[0])
    ? 'a message { info, parts }'
    : 'an event { type, properties }, or a message { info, parts }'
  throw new InvalidOptionError({ path: `${path}[${index}]`, expected, received: list[index] })
}

const isEvent = (value: unknown): boolean => readEnvelope(value) !== undefined

// By its fields: an error of another realm (Jest's) is no `instanceof Error` here.
const isError = (value: unknown): boolean =>
  isRecord(value) && 'stack' in value && typeof value['name'] === 'string' && typeof value['message'] === 'string'

const isThenable = (value: unknown): boolean => isRecord(value) && typeof value['then'] === 'function'
