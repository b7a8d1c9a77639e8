import type { StepView, ToolCallView } from '../wire/message-view.ts'
import { readMessage } from '../wire/read-message.ts'
import type { RunError } from '../wire/run-error.ts'
import type { RunMessage } from '../wire/run-message.ts'
import type { Tokens } from '../wire/tokens.ts'

/** Tokens of a run: `total` is all of them, `input + output + reasoning + cache.read + cache.write`. */
export interface RunTokens extends Tokens {
  readonly total: number
}

/** One round-trip to the model. `text` and `reasoning` are those of its last attempt; `cost` is USD of this step alone. */
export interface RunStep {
  readonly messageID: string
  readonly text: string
  readonly reasoning: string
  readonly toolCalls: readonly ToolCallView[]
  readonly finish?: string
  readonly cost: number
  readonly tokens: RunTokens
  readonly error?: RunError
}

/** The steps of a run, one for each assistant message. */
export function runSteps(messages: readonly RunMessage[]): readonly RunStep[] {
  return messages
    .map(readMessage)
    .filter((view) => view.role === 'assistant')
    .map(toRunStep)
}

function toRunStep({ id, text, reasoning, toolCalls, finish, cost, tokens, error }: StepView): RunStep {
  return {
    messageID: id,
    text,
    reasoning,
    toolCalls,
    ...(finish !== undefined && { finish }),
    cost,
    tokens: sumTokens([tokens]),
    ...(error !== undefined && { error }),
  }
}

/** The sum of token counts; all 0 for none. */
export function sumTokens(all: readonly Tokens[]): RunTokens {
  const sum = (count: (tokens: Tokens) => number): number => all.reduce((total, tokens) => total + count(tokens), 0)
  const input = sum((tokens) => tokens.input)
  const output = sum((tokens) => tokens.output)
  const reasoning = sum((tokens) => tokens.reasoning)
  const read = sum(({ cache }) => cache.read)
  const write = sum(({ cache }) => cache.write)
  return { total: input + output + reasoning + read + write, input, output, reasoning, cache: { read, write } }
}
