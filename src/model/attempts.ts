import type { ModelMessage } from './model-request.ts'

/** A request, and what became of it. */
interface Attempted {
  readonly model?: string | undefined
  readonly session?: string | undefined
  readonly messages: readonly ModelMessage[]
  readonly attempt: number
  readonly answered: boolean
}

/** Tells retries: a request like one that failed before is its next attempt. */
export class Attempts {
  readonly #failed = new Map<string, number>()

  /** Which attempt a request is, from 1. */
  of(record: Attempted): number {
    return (this.#failed.get(keyOf(record)) ?? 0) + 1
  }

  /** A request is over. */
  note(record: Attempted): void {
    if (record.answered) this.#failed.delete(keyOf(record))
    else this.#failed.set(keyOf(record), record.attempt)
  }
}

const keyOf = ({ session, model, messages }: Attempted): string => JSON.stringify([session, model, messages])
