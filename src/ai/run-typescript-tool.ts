import { checkKeys, checkNumber, checkRecord, checkString } from '../model/checks.ts'
import { CODE_SCHEMA, type CodeInput, type CodeSchema } from './code-schema.ts'
import { readThrown } from './host-calls.ts'
import { programSource } from './program-source.ts'
import type { ProgramCall, ProgramResult } from './program-result.ts'
import { type ProgramTools, readProgramTools } from './program-tools.ts'
import { runProgram } from './run-program.ts'

/** A tool that runs programs: as it is in `tools` of the AI SDK, or called by the test. */
export interface RunTypescriptTool {
  readonly description: string
  readonly inputSchema: CodeSchema
  /** The calls that programs made so far, in order. */
  readonly calls: readonly ProgramCall[]
  /**
   * Runs a program: the body of an async function that is given `tools`. What goes wrong in it is the result's `error`, never thrown.
   * Rejects with the signal's reason when that aborts, and with InvalidOptionError for code that is no string.
   */
  readonly execute: (
    input: CodeInput,
    options?: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<ProgramResult>
}

/**
 * Runs the programs that a model writes for a `run_typescript` tool, for agents under test that have none of their own. `tools` are
 * functions of the test's process; a program reaches them as `tools.client.get_weather(input)`. A program runs in a thread of its own,
 * for at most `timeout` ms (default 5000) from its start, with Node's globals; its types are removed by Node >= 22.13, else by esbuild
 * where that is installed. **It is a test helper, not a sandbox**: a program can do what the test can. Throws InvalidOptionError.
 *
 * @example
 * const { execute } = runTypescriptTool({ client: { get_weather: ({ city }: { city: string }) => `${city}: sunny` } })
 * await execute({ code: "return await tools.client.get_weather({ city: 'Paris' })" }) // { value: 'Paris: sunny', logs: [], calls: […] }
 */
export function runTypescriptTool(tools: ProgramTools, options: { readonly timeout?: number } = {}): RunTypescriptTool {
  checkKeys('options', checkRecord('options', options), ['timeout'])
  const timeout = checkNumber('options.timeout', options.timeout ?? 5000, { unit: 'ms' })
  const table = readProgramTools('tools', tools)
  const calls: ProgramCall[] = []
  return {
    description: describeTool([...table.keys()]),
    inputSchema: CODE_SCHEMA,
    calls,
    async execute(input, { abortSignal } = {}) {
      const code = checkString('code', checkRecord('input', input)['code'])
      const source = await programSource(code).catch(readThrown)
      if ('message' in source) return { logs: [], calls: [], error: `${source.name}: ${source.message}` }
      return runProgram(source, { tools: table, timeout, signal: abortSignal, onCall: (call) => calls.push(call) })
    },
  }
}

const describeTool = (names: readonly string[]): string =>
  [
    'Runs a TypeScript program and gives what it returns. It is the body of an async function: use `await` and `return`.',
    `It can call ${names.map((name) => `\`await tools.${name}(input)\``).join(', ') || 'no tools'}.`,
  ].join(' ')
