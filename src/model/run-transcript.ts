import type { MessageView, NoteView, PromptView, StepView, ToolCallView } from '../wire/message-view.ts'
import { readMessage } from '../wire/read-message.ts'
import type { RunError } from '../wire/run-error.ts'
import { elide, elideLines, plainText } from './elide.ts'
import { foldRepeats } from './fold-repeats.ts'
import { formatUsd } from './format-usd.ts'
import type { RunData } from './run-data.ts'
import type { Outcome } from './run-outcome.ts'
import type { RunTokens } from './run-steps.ts'
import { sessionOfRun } from './session-of-run.ts'

/** A run with what a transcript says about it as a whole. */
interface ReadRun extends RunData {
  readonly outcome: Outcome | null
  readonly error: RunError | null
  readonly cost: number
  readonly tokens: RunTokens
}

type Row = readonly [label: string, value: string]

const MAX_LINES = 40
const MAX_VALUE_LINES = 6
const MAX_LINE = 160
const LABEL_WIDTH = 11

/** A run as people read it, at most 40 lines: its prompts, what the model thought, called and wrote, what it cost and how it ended. */
export function runTranscript(run: ReadRun): string {
  const { outcome, error, cost, tokens } = run
  const session = sessionOfRun(run)
  const views = run.messages.map(readMessage)
  const told = views.findLast((view) => view.role === 'assistant')?.error !== undefined
  const rows: Row[] = [
    ...(error && !told ? [errorRow(error)] : []),
    ['cost', `${formatUsd(cost)} USD`],
    ['tokens', tokens.total === 0 ? '0' : tokenCounts(tokens)],
  ]
  // A loop says the same again with each step: first steps that are alike are folded, then lines.
  const steps = foldRepeats(views.map((view) => rowsOf(view).flatMap(rowLines)))
  const lines = foldRepeats([...steps.flat(), ...rows.flatMap(rowLines)].map((line) => [line])).flat()
  const head = `run${session === undefined ? '' : ` of session ${session}`}: ${outcome ?? 'null, it has not ended or nothing tells how'}`
  return [head, ...elideLines(lines, MAX_LINES - 1, '  ')].join('\n')
}

function rowsOf(view: MessageView): Row[] {
  if (view.role === 'user') return [[view.origin === 'user' ? 'prompt' : 'opencode', promptText(view)]]
  if (view.role === 'note') return [['opencode', noteText(view)]]
  // The mark that a run is over says what the first line and the error's row say.
  return view.role === 'assistant' ? stepRows(view) : []
}

function noteText({ kind, text }: NoteView): string {
  return text === '' ? `[${kind}]` : `[${kind}] ${text}`
}

function promptText({ text, kinds }: PromptView): string {
  return [...(text ? [text] : []), ...kinds.map((kind) => `[${kind}]`)].join('\n')
}

function stepRows({ reasoning, text, toolCalls, finish, error }: StepView): Row[] {
  return [
    ...(reasoning ? [['reasoning', elide(oneLine(reasoning), 120)] as const] : []),
    ...(text ? [['text', text] as const] : []),
    ...toolCalls.flatMap((call) => [call, ...(call.calls ?? [])]).map(toolRow),
    ...(error ? [errorRow(error)] : [['finish', finish ?? 'none'] as const]),
  ]
}

function toolRow({ name, input, status, output, error, via }: ToolCallView): Row {
  const call = elide(`${via === undefined ? '' : `${via} > `}${name} ${JSON.stringify(input)}`, MAX_LINE)
  const result = plainText(error ?? output ?? '')
  return ['tool', `${call}\n${status}${result && `: ${result}`}`]
}

function errorRow({ name, type, message, status }: RunError): Row {
  const title = [name ?? type ?? 'error', ...(status === undefined ? [] : [status])].join(' ')
  return ['error', message ? `${title}: ${message}` : title]
}

function tokenCounts({ total, input, output, reasoning, cache }: RunTokens): string {
  return `${total}: input ${input}, output ${output}, reasoning ${reasoning}, cache read ${cache.read}, cache write ${cache.write}`
}

function rowLines([label, value]: Row): string[] {
  const lines = plainText(value).split('\n')
  const shown = elideLines(lines, MAX_VALUE_LINES).map((line) => elide(line, MAX_LINE))
  return shown.map((line, index) => `  ${(index === 0 ? label : '').padEnd(LABEL_WIDTH)}${line}`.trimEnd())
}

const oneLine = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ')
