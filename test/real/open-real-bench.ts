import { afterAll, beforeAll } from 'vitest'
import { type ConformBench, openBench } from '../../src/server/conform/conform.ts'

/** A bench for the tests of a file: one real server for all of them, as it takes seconds to boot. */
export function openRealBench(): () => ConformBench {
  let bench: ConformBench | undefined
  beforeAll(async () => {
    bench = await openBench({ bin: process.env['OPENCODE_BIN'] ?? '', onProgress: (message) => console.warn(message) })
  })
  afterAll(() => bench?.close())
  return () => {
    if (!bench) throw new Error('the real server did not start')
    return bench
  }
}
