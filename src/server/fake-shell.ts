import { isRecord } from '../model/checks.ts'
import type { ToolOutcome } from '../model/tool-call.ts'

/** What a command of a plugin's shell gave. */
export interface ShellOutput {
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly exitCode: number
  text(encoding?: BufferEncoding): string
  json(): unknown
  arrayBuffer(): ArrayBuffer
  bytes(): Uint8Array
  blob(): Blob
}

/** A command under way, as Bun's shell has one: `await` it, or read its output. */
export interface ShellPromise extends Promise<ShellOutput> {
  readonly stdin: WritableStream
  cwd(directory: string): this
  env(variables: Record<string, string> | undefined): this
  quiet(): this
  lines(): AsyncIterable<string>
  text(encoding?: BufferEncoding): Promise<string>
  json(): Promise<unknown>
  arrayBuffer(): Promise<ArrayBuffer>
  blob(): Promise<Blob>
  nothrow(): this
  throws(shouldThrow: boolean): this
}

/** A stand-in for Bun's `$`: it runs nothing. Each command is recorded and gives what the test says. */
export interface FakeShell {
  (strings: TemplateStringsArray, ...expressions: unknown[]): ShellPromise
  braces(pattern: string): string[]
  escape(input: string): string
  env(variables?: Record<string, string | undefined>): FakeShell
  cwd(directory?: string): FakeShell
  nothrow(): FakeShell
  throws(shouldThrow: boolean): FakeShell
}

/** Gives a command's outcome: its output, with `metadata.exit` for an exit code other than 0, or an Error it fails with. */
export type ShellAnswer = (command: string) => ToolOutcome

/** Makes a shell; `onCommand` is told each command. */
export function createFakeShell(answer: ShellAnswer, onCommand: (command: string) => void): FakeShell {
  const make = (fails: boolean): FakeShell => {
    const run = (strings: TemplateStringsArray, ...expressions: unknown[]): ShellPromise => {
      const command = strings.map((text, index) => text + toText(expressions[index])).join('')
      onCommand(command)
      return toPromise(command, answer, fails)
    }
    return Object.assign(run, {
      braces: (pattern: string) => [pattern],
      escape: (input: string) => JSON.stringify(input),
      env: () => make(fails),
      cwd: () => make(fails),
      nothrow: () => make(false),
      throws: make,
    })
  }
  return make(true)
}

function toText(expression: unknown): string {
  if (expression === undefined) return ''
  if (Array.isArray(expression)) return expression.map(toText).join(' ')
  if (isRecord(expression) && 'raw' in expression) return String(expression['raw'])
  // What it says of itself is its text, as in Bun's shell.
  // oxlint-disable-next-line typescript/no-base-to-string
  return String(expression)
}

function toPromise(command: string, answer: ShellAnswer, failing: boolean): ShellPromise {
  let fails = failing
  const output = (async () => {
    await Promise.resolve() // so that `.nothrow()` behind the command counts
    const outcome = answer(command)
    if (outcome instanceof Error) throw outcome
    const result = toOutput(outcome)
    if (fails && result.exitCode !== 0) {
      throw Object.assign(new Error(`Failed with exit code ${result.exitCode}: ${command}`), result)
    }
    return result
  })()
  const promise: ShellPromise = Object.assign(output, {
    stdin: new WritableStream(),
    cwd: () => promise,
    env: () => promise,
    quiet: () => promise,
    nothrow: () => promise.throws(false),
    throws: (shouldThrow: boolean) => {
      fails = shouldThrow
      return promise
    },
    text: async (encoding?: BufferEncoding) => (await output).text(encoding),
    json: async () => (await output).json(),
    arrayBuffer: async () => (await output).arrayBuffer(),
    blob: async () => (await output).blob(),
    async *lines() {
      yield* (await output).text().replace(/\n$/, '').split('\n')
    },
  })
  return promise
}

function toOutput(outcome: Exclude<ToolOutcome, Error>): ShellOutput {
  const { output = '', metadata = {} } = typeof outcome === 'string' ? { output: outcome } : outcome
  const stdout = Buffer.from(output)
  const exit = isRecord(metadata) ? metadata['exit'] : 0
  return {
    stdout,
    stderr: Buffer.alloc(0),
    exitCode: typeof exit === 'number' ? exit : 0,
    text: (encoding = 'utf8') => stdout.toString(encoding),
    json: () => JSON.parse(output),
    arrayBuffer: () => Uint8Array.from(stdout).buffer,
    bytes: () => Uint8Array.from(stdout),
    blob: () => new Blob([output]),
  }
}
