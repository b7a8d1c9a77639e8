import { InvalidOptionError } from '../errors.ts'
import { wholePattern } from '../http/whole-pattern.ts'

/** The events that wait because the test holds their type; others pass. */
export class HeldEvents {
  readonly #holds = new Set<(type: string) => boolean>()
  /** In the order they came. */
  #waiting: { readonly type: string; readonly send: () => void }[] = []

  /** Sends an event now, or when the last hold on its type is released. */
  pass(type: string, send: () => void): void {
    if (this.#holds.size > 0 && this.#holdsBack(type)) this.#waiting.push({ type, send })
    else send()
  }

  /**
   * Lets events of a type wait until the returned function is called; a RegExp must match the whole type. Throws InvalidOptionError
   * for what is neither a type nor a RegExp.
   */
  hold(type: unknown): () => void {
    const fits = readType(type)
    this.#holds.add(fits)
    return () => {
      if (this.#holds.delete(fits)) this.#release()
    }
  }

  /** Drops all holds and what waits. */
  clear(): void {
    this.#holds.clear()
    this.#waiting = []
  }

  #release(): void {
    const ready = this.#waiting.filter(({ type }) => !this.#holdsBack(type))
    this.#waiting = this.#waiting.filter(({ type }) => this.#holdsBack(type))
    for (const { send } of ready) send()
  }

  #holdsBack(type: string): boolean {
    return [...this.#holds].some((fits) => fits(type))
  }
}

function readType(type: unknown): (type: string) => boolean {
  if (type instanceof RegExp) {
    const pattern = wholePattern(type)
    return (given) => pattern.test(given)
  }
  if (typeof type === 'string' && type !== '') return (given) => given === type
  throw new InvalidOptionError({ path: 'hold(type)', expected: 'an event type or a RegExp', received: type })
}
