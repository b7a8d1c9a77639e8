import { setImmediate } from 'node:timers/promises'

/** Resolves as soon as `condition` holds, turn by turn of the event loop: fake timers neither hold it up nor are moved by it. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000; turn += 1) {
    if (condition()) return
    await setImmediate()
  }
  throw new Error(`it never came true: ${condition}`)
}

/** A few turns of the event loop: what was going to happen by itself has happened. */
export async function turns(count = 10): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate()
}
