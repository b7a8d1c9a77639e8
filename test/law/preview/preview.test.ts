import { expect, test } from 'vitest'
import { playPreview } from './play-preview.ts'
import { previewScenarios } from './scenarios.ts'
import { recordedStreams } from './streams.ts'

test.for(Object.entries(previewScenarios))('plays %s as the real server did', async ([name, scenario]) => {
  const { given, recorded } = await playPreview(name, scenario, recordedStreams[name])
  expect(given).toEqual(recorded)
})
