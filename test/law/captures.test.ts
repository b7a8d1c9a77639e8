import { readFileSync } from 'node:fs'
import { httpError, type Reply } from 'opencode-testing'
import { expect, test } from 'vitest'
import { type RecipeClient, recipeClient, U } from './recipe-client.ts'
import { createNormaliser } from './set-aside.ts'
import { splitEvents } from './split-events.ts'

// Each recipe is the one of captures/RECIPES.md: the script the model was given, then the requests the client made.

const recipes: Record<string, { script: readonly Reply[]; play: (client: RecipeClient) => Promise<void> }> = {
  '01-plain-text': {
    script: [
      { text: 'Hello there from the fake model.', usage: U(100, 20, 64) },
      { text: 'Second answer.', usage: U(100, 20, 64) },
    ],
    async play({ mk, prompt, get }) {
      const session = await mk()
      await prompt(session, 'Say hello')
      await get(`/session/${session}`)
      await get(`/session/${session}/message`)
      await get('/session/status')
      await prompt(session, 'Second prompt in the same session')
    },
  },
  '02-reasoning-then-text': {
    script: [
      {
        text: 'The answer is 42.',
        reasoning: 'I should think about the question carefully now.',
        usage: U(120, 40, 64, 25),
      },
    ],
    async play({ mk, prompt }) {
      const session = await mk({ title: 'preset title' })
      await prompt(session, 'Think', { model: { providerID: 'deepseek', modelID: 'deepseek-reasoner' } })
    },
  },
  '07-abort-mid-stream': {
    script: [{ text: 'one two three four five six', delayChunk: 1, cut: { after: 2, how: 'hang' } }],
    async play({ opencode, mk, prompt, post, get }) {
      const session = await mk({ title: 't7' })
      const prompted = prompt(session, 'abort me')
      await expect.poll(() => opencode.events.filter(({ type }) => type === 'message.part.delta')).toHaveLength(2)
      await post(`/session/${session}/abort`)
      await prompted
      await get(`/session/${session}/message`)
      await get('/session/status')
    },
  },
  '09a-http-401': {
    script: [httpError(401, 'Authentication Fails (auth header format should be Bearer sk-...)')],
    async play({ mk, prompt, get }) {
      const session = await mk({ title: '09a-http-401' })
      await prompt(session, 'err test')
      await get('/session/status')
      await get(`/session/${session}/message`)
      await get(`/session/${session}`)
    },
  },
}

test.for(Object.entries(recipes))('plays %s as the real server did', async ([name, { script, play }]) => {
  const capture: Capture = JSON.parse(
    readFileSync(new URL(`../fixtures/captures/1.18.33/${name}.json`, import.meta.url), 'utf8'),
  )
  const client = recipeClient(script)
  await play(client)
  const recorded = capture.sse.filter(({ type }) => type !== 'server.connected')
  expect(compared(client.opencode.events, client.http)).toEqual(compared(recorded, capture.http))
})

interface Capture {
  readonly sse: readonly { type: string; properties: Record<string, unknown> }[]
  readonly http: RecipeClient['http']
}

function compared(events: Parameters<typeof splitEvents>[0], http: RecipeClient['http']): unknown {
  const { placed, unplaced } = splitEvents(events)
  const normalise = createNormaliser()
  const answers = http.map(({ method, path, status, body }) => ({ method, path, status, body }))
  // In this order ids are named by the events of the fixed part, and the rest must use the same names.
  return { placed: normalise(placed), unplaced: normalise(unplaced), answers: normalise(answers) }
}
