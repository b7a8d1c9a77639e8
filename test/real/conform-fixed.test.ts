import { expect, test } from 'vitest'
import { fixedScripts } from '../../src/server/conform/fixed-scripts.ts'
import { openRealBench } from './open-real-bench.ts'

// The law, live: the same script through the real server on fakeDeepSeek and through fakeOpencode gives the same wire.

const bench = openRealBench()

test.for(fixedScripts().map((script) => [script.name, script] as const))(
  'the real server and the fake tell the same of: %s',
  async ([, script]) => {
    expect(await bench().run(script)).toEqual([])
  },
)
