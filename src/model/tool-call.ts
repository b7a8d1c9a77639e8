import { sharedState } from '../shared-state.ts'
import { InvalidOptionError } from '../errors.ts'
import { checkKeys, checkRecord, checkString, isRecord } from './checks.ts'
import { toJson } from './to-json.ts'
import { checkDelay } from './check-delay.ts'

/** A JSON object. */
export type JsonObject = { readonly [key: string]: unknown }

/**
 * What the fake opencode's tool gives for a call: its output (a string, or with title and metadata), or an Error it fails with. With
 * `delay` it takes that long, in ms on the test's timers, and until an abort with Infinity.
 */
export type ToolOutcome =
  | string
  | { readonly output?: string; readonly title?: string; readonly metadata?: object; readonly delay?: number }
  | Error

/** A tool call of the model. `args` as a string is sent verbatim, also where it is no JSON. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly args: JsonObject | string
  /** Default: what opencode's own tool says when all went well (`Wrote file successfully.`), else ''. */
  readonly result?: ToolOutcome
}

const calls = (): { made: number } => sharedState('tool-calls', () => ({ made: 0 }))

/**
 * A tool call with a new id: `call_` and 12 hex digits, counted from 1 in each test that the setup entry watches.
 * Throws InvalidOptionError for a name that is none, or arguments that are no object and no string.
 *
 * @example toolCall('bash', { command: 'ls' }, 'README.md\n')
 */
export function toolCall(name: string, args: JsonObject | string = {}, result?: ToolOutcome): ToolCall {
  const counter = calls()
  counter.made += 1
  const id = `call_${counter.made.toString(16).padStart(12, '0')}`
  const call: ToolCall = { id, name, args, ...(result !== undefined && { result }) }
  return readToolCall('toolCall()', call)
}

/** Counts tool calls from 1 again. */
export function resetToolCalls(): void {
  calls().made = 0
}

/** Tells a tool call from other records: no turn and no block has a name and arguments. */
export const isToolCall = (value: unknown): value is ToolCall => isRecord(value) && 'name' in value && 'args' in value

/** Checks a tool call. Throws InvalidOptionError with the path of the field that cannot be right. */
export function readToolCall(path: string, value: unknown): ToolCall {
  const fields = checkRecord(path, value, 'a tool call, as toolCall(name, args) makes one')
  checkKeys(path, fields, ['id', 'name', 'args', 'result'])
  const { id, name, args, result } = fields
  if (checkString(`${path}.name`, name, "a tool's name") === '') {
    throw new InvalidOptionError({ path: `${path}.name`, expected: "a tool's name", received: name })
  }
  if (typeof args !== 'string' && (!isRecord(args) || toJson(args) === undefined)) {
    throw new InvalidOptionError({
      path: `${path}.args`,
      expected: 'a JSON object, or raw JSON as a string',
      received: args,
    })
  }
  return {
    id: checkString(`${path}.id`, id),
    name: String(name),
    args,
    ...(result !== undefined && { result: readToolOutcome(`${path}.result`, result) }),
  }
}

/** The arguments as the model sends them. */
export const argumentsText = ({ args }: ToolCall): string => (typeof args === 'string' ? args : JSON.stringify(args))

/** Checks what a tool gives. Throws InvalidOptionError with the path of the field that cannot be right. */
export function readToolOutcome(path: string, value: unknown): ToolOutcome {
  if (typeof value === 'string' || value instanceof Error) return value
  const fields = checkRecord(path, value, 'a string, { output?, title?, metadata?, delay? } or an Error')
  checkKeys(path, fields, ['output', 'title', 'metadata', 'delay'])
  const { output, title, metadata, delay } = fields
  return {
    ...(output !== undefined && { output: checkString(`${path}.output`, output) }),
    ...(title !== undefined && { title: checkString(`${path}.title`, title) }),
    ...(metadata !== undefined && { metadata: checkMetadata(`${path}.metadata`, metadata) }),
    ...(delay !== undefined && {
      delay: delay === Infinity ? delay : checkDelay(`${path}.delay`, delay),
    }),
  }
}

/** What is sent as JSON must be some, or the event that holds it is lost. */
function checkMetadata(path: string, value: unknown): Readonly<Record<string, unknown>> {
  const metadata = checkRecord(path, value)
  if (toJson(metadata) !== undefined) return metadata
  throw new InvalidOptionError({ path, expected: 'an object that can be written as JSON', received: value })
}
