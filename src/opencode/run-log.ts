import type { RunResult } from '../model/run-result.ts'

/** The runs on a fake, whatever API they were started through, in the order they started. */
export class RunLog {
  readonly #runs: (() => RunResult)[] = []

  /** Adds a run. `read` gives it as it is by then. */
  add(read: () => RunResult): void {
    this.#runs.push(read)
  }

  get all(): readonly RunResult[] {
    return this.#runs.map((read) => read())
  }
}
