import { expect, test } from 'vitest'
import { compared } from './compared.ts'
import { playProbed } from './probed-player.ts'
import { probedScenarios } from './probed-scenarios.ts'

test.for(Object.keys(probedScenarios))('plays %s as the real server did', async (name) => {
  const { given, recorded } = await playProbed(name)
  expect(compared(given.events, given.answers)).toEqual(compared(recorded.events, recorded.answers))
})
