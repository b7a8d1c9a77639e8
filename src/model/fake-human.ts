import { InvalidOptionError, ScriptExhaustedError } from '../errors.ts'
import { checkString } from './checks.ts'
import { type AnswerOf, type Convert, converterOf, type Returns } from './convert-answer.ts'
import { elide } from './elide.ts'

/** A question for which no answer was left. */
export interface HumanMiss {
  readonly kind: 'script'
  readonly message: string
}

/** A person in a dialogue. */
export interface Person {
  /** The next answer that fits, as it was converted; rejects with ScriptExhaustedError where none is left. */
  readonly ask: <T>(prompt: string, convert: Convert<T>) => Promise<T>
  /** A question that was answered together with another one. */
  readonly note: (prompt: string) => void
}

/**
 * A person who answers from a list. Throws InvalidOptionError for what is no list.
 *
 * @example
 * const human = new FakeHuman(['maybe', 'yes'])
 * await human.ask('Delete notes.txt?', Boolean) // true: 'maybe' is no answer to that, and skipped
 */
export class FakeHuman {
  readonly #answers: unknown[]
  readonly #questions: string[] = []
  readonly #misses: HumanMiss[] = []
  #given: number
  #skipped = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(answers: Iterable<unknown> = []) {
    if (typeof answers !== 'object' || answers === null || !(Symbol.iterator in answers)) {
      throw new InvalidOptionError({ path: 'answers', expected: 'a list of answers', received: answers })
    }
    this.#answers = [...answers]
    this.#given = this.#answers.length
  }

  /** What was asked, oldest first: each prompt once, also one for which no answer was left. */
  get questions(): readonly string[] {
    return [...this.#questions]
  }

  /** How many answers are left. */
  get remaining(): number {
    return this.#answers.length
  }

  /** How many answers were skipped, because they did not fit what was asked. */
  get skipped(): number {
    return this.#skipped
  }

  /** The questions for which no answer was left. */
  get misses(): readonly HumanMiss[] {
    return [...this.#misses]
  }

  /** Adds answers behind those that are left. */
  answer(...more: readonly unknown[]): void {
    this.#answers.push(...more)
    this.#given += more.length
  }

  /**
   * Asks, and resolves to the next answer that fits `returns`, converted as a typed one would be: `'3'` and `' 3 '` are a Number, `'Yes'`,
   * `'n'` and `'true'` a Boolean, a choice may be given as its text, and `''` is no String. What does not fit is skipped, as if the person
   * answered again. One question at a time: a second one waits. Rejects with ScriptExhaustedError where no answer is left, with
   * InvalidOptionError for a `returns` that says nothing, and with what a schema throws.
   */
  ask(prompt: string): Promise<string>
  ask<const R extends Returns>(prompt: string, returns: R): Promise<AnswerOf<R>>
  async ask(prompt: string, returns: unknown = String): Promise<unknown> {
    const text = checkString('ask(prompt)', prompt)
    const convert = converterOf(returns)
    return this.dialogue((person) => person.ask(text, convert))
  }

  /** Asks several questions one after the other, with no other one between them. Resolves and rejects as `work` does. */
  dialogue<T>(work: (person: Person) => Promise<T>): Promise<T> {
    const done = this.#turn.then(() =>
      work({
        ask: (prompt, convert) => this.#take(prompt, convert),
        note: (prompt) => void this.#questions.push(prompt),
      }),
    )
    this.#turn = done.catch(() => undefined)
    return done
  }

  async #take<T>(prompt: string, convert: Convert<T>): Promise<T> {
    this.#questions.push(prompt)
    while (this.#answers.length > 0) {
      const converted = await convert(this.#answers.shift())
      if (converted) return converted.value
      this.#skipped += 1
    }
    const given = this.#given === 1 ? '1 answer' : `${this.#given} answers`
    const skipped = this.#skipped === 0 ? '' : `, ${this.#skipped} of them skipped as they did not fit what was asked`
    const message = `FakeHuman: no answer is left for ${JSON.stringify(elide(prompt, 200))} (${given} given${skipped}); add one to new FakeHuman([…]), or with answer(…)`
    this.#misses.push({ kind: 'script', message })
    throw new ScriptExhaustedError(message, { asked: prompt, length: this.#given })
  }
}
