import { describe } from '../errors.ts'
import { isRecord } from '../model/checks.ts'
import type { ProgramCall } from './program-result.ts'
import type { CallTool } from './program-tools.ts'

/** What a worker is told about a call. */
export type CallAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly name: string; readonly message: string } }

/** A call, as it is written while the tool is at work. */
type OpenCall = { -readonly [Field in keyof ProgramCall]: ProgramCall[Field] }

/** Runs the calls of one program in this process, and records them in the order they were made. */
export class HostCalls {
  readonly #tools: ReadonlyMap<string, CallTool>
  readonly #onCall: (call: ProgramCall) => void
  readonly #calls: OpenCall[] = []
  readonly #open = new Set<OpenCall>()
  readonly #runs: Promise<void>[] = []

  /** `onCall` is given each call when it is made; the same object then tells how it ended. */
  constructor(tools: ReadonlyMap<string, CallTool>, onCall: (call: ProgramCall) => void) {
    this.#tools = tools
    this.#onCall = onCall
  }

  /** Records a call that could not be passed on. */
  refuse(name: string, error: string): void {
    Object.freeze(this.#record({ name, input: undefined, error }))
  }

  /** Calls a tool and hands its answer to `send`, which throws for a value that it cannot pass on. */
  start(call: { id: number; name: string; args: readonly unknown[] }, send: (answer: CallAnswer) => void): void {
    const { id, name, args } = call
    // A copy: the tool may change what it is given.
    const record = this.#record({ name, input: structuredClone(args.length > 1 ? args : args[0]) })
    const end = (outcome: Pick<OpenCall, 'output' | 'error'>): void => {
      if (this.#open.delete(record)) Object.freeze(Object.assign(record, outcome))
    }
    const run = async (): Promise<void> => {
      try {
        const value = await this.#tools.get(name)?.(...args)
        send({ id, value })
        end(value === undefined ? {} : { output: structuredClone(value) })
      } catch (thrown) {
        const error = readThrown(thrown)
        send({ id, error })
        end({ error: error.message })
      }
    }
    this.#open.add(record)
    this.#runs.push(run())
  }

  /** Resolves when every call that was made by now has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#runs)
  }

  /** Ends what is still open, and returns all calls. What a tool gives later changes nothing. */
  close(): readonly ProgramCall[] {
    for (const call of this.#open)
      Object.freeze(Object.assign(call, { error: 'the program ended before this call did' }))
    this.#open.clear()
    return this.#calls
  }

  #record(call: OpenCall): OpenCall {
    this.#calls.push(call)
    this.#onCall(call)
    return call
  }
}

/** A thrown value of any kind, as an error's name and message. */
export function readThrown(thrown: unknown): { readonly name: string; readonly message: string } {
  const { name, message } = isRecord(thrown) ? thrown : {}
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : typeof thrown === 'string' ? thrown : describe(thrown),
  }
}
