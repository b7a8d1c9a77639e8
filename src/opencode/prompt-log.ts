import { checkInteger } from '../model/checks.ts'
import type { SentPrompt } from './sent-prompt.ts'

/** The prompts that clients sent, and who waits for one. */
export class PromptLog {
  readonly sent: SentPrompt[] = []
  readonly #waiters = new Set<{ readonly check: () => void; readonly fail: () => void }>()
  #closed = false

  /** Records a prompt, and wakes who waits for it. */
  add(prompt: SentPrompt): void {
    this.sent.push(prompt)
    for (const waiter of this.#waiters) waiter.check()
  }

  /** Resolves to the `n`th prompt (from 1); rejects when the server closes before. */
  waitFor(n: number): Promise<SentPrompt> {
    checkInteger('waitForPrompt(n)', n, { min: 1 })
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const prompt = this.sent[n - 1]
        if (prompt) this.#waiters.delete(waiter)
        if (prompt) resolve(prompt)
      }
      const fail = (): void =>
        reject(new Error(`fakeOpencode closed after ${this.sent.length} prompts; waited for prompt ${n}`))
      const waiter = { check, fail }
      this.#waiters.add(waiter)
      check()
      if (this.#closed) fail()
    })
  }

  /** Tells those who still wait that nothing comes any more. */
  close(): void {
    this.#closed = true
    for (const waiter of this.#waiters) waiter.fail()
    this.#waiters.clear()
  }
}
