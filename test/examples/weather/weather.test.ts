import { reply, RunResult, runTypescript, ScriptedModel } from 'opencode-testing'
import { languageModel, runTypescriptTool } from 'opencode-testing/ai'
import { expect, test } from 'vitest'
import { askAboutWeather } from './weather.ts' // your code

test('looks the weather up', async () => {
  const model = new ScriptedModel([
    runTypescript("return await tools.client.get_weather({ city: 'Paris' })"),
    reply('Sunny.'),
  ])
  const run_typescript = runTypescriptTool({
    client: { get_weather: ({ city }: { city: string }) => ({ city, sky: 'clear' }) },
  })
  const result = await askAboutWeather('How is the weather in Paris?', {
    model: languageModel(model),
    tools: { run_typescript },
  })
  const run = RunResult.from(result)
  expect(run.toolCalls[0]?.input).toEqual({ city: 'Paris' })
  expect(run).toHaveCalledTool('client.get_weather', { city: 'Paris' })
  expect(run).toHaveText('Sunny.')
  model.assertConsumed()
})
