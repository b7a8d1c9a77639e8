import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomScript } from '../../src/server/conform/random-script.ts'
import { openRealBench } from './open-real-bench.ts'

const bench = openRealBench()

/** How many scripts are played; more by `OPENCODE_RUNS=200 npm run test:real`. */
const numRuns = Number(process.env['OPENCODE_RUNS'] ?? 25)

test('the real server and the fake tell the same of random scripts', { timeout: 30_000 * numRuns }, async () => {
  const numbers = fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 120, maxLength: 120 })
  const property = fc.asyncProperty(numbers, async (list) => {
    let next = 0
    const choose = (count: number): number => (list[next++ % list.length] ?? 0) % count
    expect(await bench().run(randomScript('random', choose))).toEqual([])
  })
  // Each run takes seconds: the first that fails is shown as it is.
  await fc.assert(property, { seed: 20_261_130, numRuns, endOnFailure: true })
})
