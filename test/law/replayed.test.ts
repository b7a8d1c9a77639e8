import { expect, test } from 'vitest'
import { playReplayed } from './play-replayed.ts'
import { replayedScenarios } from './replayed-scenarios.ts'

test.for(Object.entries(replayedScenarios))(
  'answers the requests of %s as the real server did',
  async ([name, scenario]) => {
    const { given, recorded, missed, webPages } = await playReplayed(name, scenario)
    expect(given).toEqual(recorded)
    expect(missed).toEqual(Array.from({ length: webPages }, () => 'route'))
  },
)
