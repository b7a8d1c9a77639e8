import type { OpenRecord } from './deepseek-record.ts'

/** Tells retries: a request like one that failed before is its next attempt. */
export class Attempts {
  readonly #failed = new Map<string, number>()

  /** Which attempt a request is, from 1. */
  of(record: OpenRecord): number {
    return (this.#failed.get(keyOf(record)) ?? 0) + 1
  }

  /** A request is over. */
  note(record: OpenRecord): void {
    if (record.answered) this.#failed.delete(keyOf(record))
    else this.#failed.set(keyOf(record), record.attempt)
  }
}

const keyOf = ({ session, model, messages }: OpenRecord): string => JSON.stringify([session, model, messages])
