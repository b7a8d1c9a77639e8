import { deferred } from './deferred.ts'

/** A meeting of two tests that run side by side: each hands something over and is given what the other handed, as often as they meet. */
export function meeting<T>(): { meet: (name: 'one' | 'two', value: T) => Promise<T> } {
  const rounds: Record<'one' | 'two', ReturnType<typeof deferred<T>>[]> = { one: [], two: [] }
  const counts = { one: 0, two: 0 }
  const at = (name: 'one' | 'two', round: number): ReturnType<typeof deferred<T>> =>
    (rounds[name][round] ??= deferred<T>())
  return {
    meet(name, value) {
      const round = counts[name]
      counts[name] += 1
      at(name, round).resolve(value)
      return at(name === 'one' ? 'two' : 'one', round).promise
    },
  }
}
