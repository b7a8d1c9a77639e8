import { InvalidOptionError } from '../errors.ts'
import { isRecord } from '../model/checks.ts'

/** A function that a program may call. Written as a method, so that a function of any one input is one. */
export type ProgramTool = { call(input: never, ...more: readonly never[]): unknown }['call']

/** A tool of the AI SDK, as far as it is used: its schema is not applied. */
export interface ExecutableTool {
  readonly inputSchema: unknown
  readonly execute?: unknown
}

/** Functions by the name that a program calls them by: nested (`tools.client.get_weather`), flat, or with dots in their names. */
export interface ProgramTools {
  readonly [name: string]: ProgramTool | ExecutableTool | ProgramTools
}

/** Calls a tool with a program's arguments. */
export type CallTool = (...args: readonly unknown[]) => unknown

/** Names with a dot for each level, and what they call. Throws InvalidOptionError for what is no tool, and for two tools of one name. */
export function readProgramTools(path: string, tools: unknown): ReadonlyMap<string, CallTool> {
  const table = new Map<string, CallTool>()
  for (const [name, tool] of entriesOf(path, tools, '')) {
    const clash = [...table.keys()].find((other) => isWithin(name, other) || isWithin(other, name))
    if (clash !== undefined) {
      throw new InvalidOptionError({ path: `${path}.${name}`, expected: `a name beside ${clash}`, received: name })
    }
    table.set(name, tool)
  }
  return table
}

const isWithin = (name: string, other: string): boolean => name === other || name.startsWith(`${other}.`)

function entriesOf(path: string, value: unknown, name: string): [string, CallTool][] {
  const call = readTool(value)
  if (call && name !== '') return [[name, call]]
  if (!isRecord(value) || Array.isArray(value) || call) {
    throw new InvalidOptionError({
      path: name ? `${path}.${name}` : path,
      expected: name ? 'a function, a tool with `execute`, or an object of them' : 'an object of functions',
      received: value,
    })
  }
  return Object.entries(value).flatMap(([key, tool]) => entriesOf(path, tool, name ? `${name}.${key}` : key))
}

function readTool(value: unknown): CallTool | undefined {
  if (isFunction(value)) return value
  if (!isRecord(value) || !('inputSchema' in value)) return undefined
  const { execute } = value
  // Called as a method, with what the AI SDK passes beside the input.
  return isFunction(execute) ? (input) => execute.call(value, input, { toolCallId: '', messages: [] }) : undefined
}

const isFunction = (value: unknown): value is CallTool => typeof value === 'function'
