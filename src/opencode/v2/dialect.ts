import type { FlatTool as ListedTool } from '../../wire/flat/flat-content.ts'
import type { StructuredError } from '../../wire/flat/structured-error.ts'
import type { FailurePlace, FlatDialect, FlatFailure, OwnError } from '../flat/dialect.ts'
import { FLAT_TOOLS } from '../flat/tools/tool-list.ts'
import { headerDelay } from '../turn/retry-delay.ts'
import { compact } from './compact.ts'
import { type Failure, incompleteStream, readFailure } from './read-failure.ts'
import { spell } from './spell.ts'

/** How often a failed round-trip is tried again: five requests in all (facts/opencode-2x.md section 3.1). */
const MAX_RETRIES = 4

/** ms: longer than a quarter of an hour 2.x never waits. */
const MAX_DELAY = 15 * 60_000

const TYPES: Readonly<Record<OwnError, string>> = {
  script: 'unknown',
  tool: 'tool.execution',
  'unknown-tool': 'tool.unknown',
  'tool-input': 'tool.execution',
  permission: 'permission.rejected',
}

/** What 2.x says, and in which order (facts/opencode-2x.md section 3.1). Tools, and the words of errors, are inferred where it has none. */
export const v2Dialect: FlatDialect = {
  spell,
  tools: withoutDenials(),
  toolResult,
  error: (kind, message) => ({ type: TYPES[kind], message }),
  inputFault: (_name, fault) => `Invalid tool input: ${fault}`,
  startsWithAnswer: false,
  callsAtEnd: false,
  cost: (usd) => usd,
  finishFailure: (finish) =>
    finish === 'content-filter'
      ? {
          error: {
            type: 'provider.content-filter',
            message: "The response was blocked by the provider's content filter",
          },
          finish,
        }
      : undefined,
  badInput: (name) => ({ call: { type: 'tool.input-json', message: `Invalid JSON input for tool call ${name}` } }),
  readFailure: (error, place) => {
    const failure = readFailure(error)
    return failure && toFlatFailure(failure, place)
  },
  unfinished: (place) => toFlatFailure(incompleteStream(), place),
  tellsRetries: true,
  continuation: 'The previous response was interrupted. Continue from where it stopped.',
  rejectsAll: true,
  compact,
  stoppedCall: (reason) =>
    aborted(reason === 'declined' ? 'The user declined this tool call' : 'Tool execution interrupted'),
  incompleteCall: () => ({ type: 'tool.input-incomplete', message: 'Tool call input was incomplete' }),
  stoppedStep: () => aborted('Step interrupted'),
  // Whether the prompt is taken up first was not captured; by the source it stays in the inbox (section 3.1).
  unknownModel: {
    promotes: false,
    error: (model) => ({ type: 'provider.no-route', message: `Model unavailable: ${model}` }),
  },
}

/** An error of what somebody stopped. */
const aborted = (message: string): StructuredError => ({ type: 'aborted', message })

function toFlatFailure({ error, retry, overflow }: Failure, { attempt }: FailurePlace): FlatFailure {
  const failure = { error, ...(overflow && { overflow }) }
  if (!retry || attempt > MAX_RETRIES) return failure
  const grown = 2000 * 2 ** (attempt - 1)
  return { ...failure, retryAfter: Math.min(Math.max(grown, headerDelay(retry.headers ?? {}) ?? 0), MAX_DELAY) }
}

/** Of a call that a person declined with a word the model is told the word. */
function withoutDenials(): FlatDialect['tools'] {
  return Object.fromEntries(Object.entries(FLAT_TOOLS).map(([name, tool]) => [name, { ...tool, denied: undefined }]))
}

/** The texts of its content; of a failure its message. */
function toolResult({ state }: ListedTool): string {
  if (state.status === 'error') return state.error?.message ?? ''
  return (state.content ?? []).flatMap(({ text }) => text ?? []).join('\n')
}
