import { isDeepStrictEqual } from 'node:util'
import type { Admission, Delivery, FlatPrompt } from './admission.ts'

/** What became of a prompt that a client sent. */
export type Admittance =
  | { readonly result: 'admitted' | 'known'; readonly admission: Admission }
  /** Its id was given to another prompt. */
  | { readonly result: 'conflict' }

/** The prompts of a session: those it has taken up, and those that wait, in the order they came. */
export class Inbox {
  readonly #all = new Map<string, Admission>()
  readonly #waiting: string[] = []

  /** Those that wait. */
  get waiting(): readonly Admission[] {
    return this.#waiting.flatMap((id) => this.#all.get(id) ?? [])
  }

  /** Finds out whether a prompt of this id is new; `admit` then makes it known. */
  admit(
    id: string,
    { prompt, delivery }: { readonly prompt: FlatPrompt; readonly delivery: Delivery },
    admit: () => Admission,
  ): Admittance {
    const known = this.#all.get(id)
    if (known) {
      const same = known.delivery === delivery && isDeepStrictEqual(known.prompt, prompt)
      return same ? { result: 'known', admission: known } : { result: 'conflict' }
    }
    const admission = admit()
    this.#all.set(id, admission)
    this.#waiting.push(id)
    return { result: 'admitted', admission }
  }

  /** The next to take up of those that wait: `steer` goes first, in the order they came. */
  next(delivery: Delivery): Admission | undefined {
    return this.waiting.find((admission) => admission.delivery === delivery)
  }

  /** Notes that a prompt was taken up, with the seq of the event that told it. */
  promote(id: string, promotedSeq: number): void {
    const admission = this.#all.get(id)
    if (admission) this.#all.set(id, { ...admission, promotedSeq })
    this.cancel(id)
  }

  /** Takes a prompt out of those that wait. */
  cancel(id: string): void {
    const at = this.#waiting.indexOf(id)
    if (at !== -1) this.#waiting.splice(at, 1)
  }

  /** Changes when a prompt that waits is taken up; undefined: none of this id waits. */
  deliver(id: string, delivery: Delivery): Admission | undefined {
    const admission = this.waiting.find((waiting) => waiting.id === id)
    if (!admission) return undefined
    const changed = { ...admission, delivery }
    this.#all.set(id, changed)
    return changed
  }
}
