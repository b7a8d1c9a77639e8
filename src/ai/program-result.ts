/** A call that a program made. `input` is its argument, or the list of them where it gave more than one. */
export interface ProgramCall {
  /** With a dot for each level: `client.get_weather`. */
  readonly name: string
  readonly input: unknown
  readonly output?: unknown
  /** What it failed with. */
  readonly error?: string
}

/** A line that a program wrote to its console. */
export interface ProgramLog {
  readonly level: 'debug' | 'error' | 'info' | 'log' | 'warn'
  readonly text: string
}

/** What a program did. `value` is what it returned, `error` what it failed with. */
export interface ProgramResult {
  readonly value?: unknown
  readonly logs: readonly ProgramLog[]
  readonly calls: readonly ProgramCall[]
  readonly error?: string
}
