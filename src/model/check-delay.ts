import { InvalidOptionError } from '../errors.ts'
import { checkNumber } from './checks.ts'

/** Longer than this no timer waits: it would fire at once. */
const MAX_DELAY = 2 ** 31 - 1

/** Passes ms that a timer can wait, at least `min`; throws InvalidOptionError otherwise. */
export function checkDelay(path: string, value: unknown, min = 0): number {
  const ms = checkNumber(path, value, { min, unit: 'ms' })
  if (ms <= MAX_DELAY) return ms
  const expected = `at most ${MAX_DELAY} ms, the longest a timer waits`
  throw new InvalidOptionError({ path, expected, received: ms })
}
