import { toolCall } from 'opencode-testing'
import { type Recipe, textUsage } from './recipe.ts'
import { recordedPrices, U } from './recipe-client.ts'

/** A session without a title, whose first prompt takes two steps, and another prompt (captures/1.18.33/18-*.json hold the script). */
const untitled = (modelID: string): Recipe => ({
  script: [
    {
      reasoning: 'need to run echo',
      toolCalls: [toolCall('bash', { command: 'echo a', description: 'd' }, 'a\n')],
      usage: U(200, 30, 128),
    },
    { reasoning: 'ok finished', text: 'done', usage: textUsage },
    { text: 'second turn', usage: textUsage },
  ],
  options: {
    // Of the model that opencode knows itself (captures/1.18.33/18-builtin-title.json).
    prices: { ...recordedPrices, 'deepseek-v4-pro': { input: 0.435, output: 0.87, cacheRead: 0.003625 } },
  },
  // Which models there are is the recorded machine's.
  untold: [3],
  async play({ mk, prompt, get }) {
    const session = await mk()
    const model = { providerID: 'deepseek', modelID }
    await prompt(session, 'hello title', { model })
    await prompt(session, 'again', { model })
    await get('/config/providers')
    await get(`/session/${session}`)
  },
})

/** The recorded scenarios of the request for a title, with the models that opencode knows and with a small one for it. */
export const titleRecipes: Readonly<Record<string, Recipe>> = {
  '18-builtin-env-title': untitled('deepseek-v4-pro'),
  '18-builtin-title': untitled('deepseek-v4-pro'),
  '18-small-title': untitled('deepseek-chat'),
}
