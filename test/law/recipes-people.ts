import { type Reply, toolCall } from 'opencode-testing'
import { expect } from 'vitest'
import type { Recipe } from './recipe.ts'
import type { RecipeClient } from './recipe-client.ts'
import { text, tools } from './recipes-tools.ts'

const bash = (command: string, output = ''): Reply =>
  tools(toolCall('bash', { command, description: `run ${command}` }, output))

/** The id of the permission or question that was asked last, once there are `count`. */
async function asked({ opencode }: RecipeClient, type: 'permission.asked' | 'question.asked'): Promise<string> {
  const requests = (): readonly unknown[] =>
    opencode.events.filter((event) => event.type === type).map(({ properties }) => properties['id'])
  await expect.poll(requests).toHaveLength(1)
  return String(requests()[0])
}

const asking = { permissions: { bash: 'ask', webfetch: 'deny' } } as const

/** The recorded scenarios in which a person is asked (captures/RECIPES.md). */
export const peopleRecipes: Readonly<Record<string, Recipe>> = {
  '11a-permission-once': {
    options: asking,
    script: [bash('echo allowed-once', 'allowed-once\n'), text('ok')],
    async play(client) {
      const { mk, prompt, get, post } = client
      const session = await mk({ title: 'p1' })
      const prompted = prompt(session, 'do')
      const id = await asked(client, 'permission.asked')
      await get('/permission')
      await get('/session/status')
      await post(`/permission/${id}/reply`, { reply: 'once' })
      await prompted
      await get('/permission')
    },
  },
  '11b-permission-reject': {
    options: asking,
    script: [bash('echo rejected'), text('after reject')],
    async play(client) {
      const { mk, prompt, get, post } = client
      const session = await mk({ title: 'p2' })
      const prompted = prompt(session, 'do')
      await post(`/permission/${await asked(client, 'permission.asked')}/reply`, { reply: 'reject' })
      await prompted
      await get(`/session/${session}/message`)
    },
  },
  '11d-permission-always-legacy-route': {
    options: asking,
    script: [bash('echo legacy', 'legacy\n'), bash('echo legacy', 'legacy\n'), text('ok')],
    async play(client) {
      const { mk, prompt, post } = client
      const session = await mk({ title: 'p4' })
      const prompted = prompt(session, 'do')
      const id = await asked(client, 'permission.asked')
      await post(`/session/${session}/permissions/${id}`, { response: 'always' })
      await prompted
    },
  },
  '11e-permission-abort-while-asking': {
    options: asking,
    script: [bash('ls /tmp'), text('ok')],
    async play(client) {
      const { mk, prompt, get, post } = client
      const session = await mk({ title: 'p5' })
      const prompted = prompt(session, 'do')
      await asked(client, 'permission.asked')
      await post(`/session/${session}/abort`)
      await prompted
      await get('/permission')
      await get(`/session/${session}/message`)
    },
  },
  '11g-permission-reply-unknown-id': {
    options: asking,
    script: [],
    async play({ mk, post }) {
      const session = await mk({ title: 'p7' })
      await post('/permission/per_unknown0000000000000000/reply', { reply: 'once' })
      await post(`/session/${session}/permissions/per_unknown0000000000000000`, { response: 'once' })
      await post('/permission/per_unknown0000000000000000/reply', { reply: 'bogus' })
      await post('/permission/notprefixed/reply', { reply: 'once' })
    },
  },
  '12a-question-reply': {
    options: asking,
    script: [
      tools(
        toolCall('question', {
          questions: [
            {
              question: 'Which color?',
              header: 'Color',
              options: [
                { label: 'Red', description: 'warm' },
                { label: 'Blue', description: 'cool' },
              ],
              multiple: false,
            },
          ],
        }),
      ),
      text('You chose.'),
    ],
    async play(client) {
      const { mk, prompt, get, post } = client
      const session = await mk({ title: 'q1' })
      const prompted = prompt(session, 'ask me')
      const id = await asked(client, 'question.asked')
      await get('/question')
      await post(`/question/${id}/reply`, { answers: [['Red']] })
      await prompted
      await get('/question')
    },
  },
}
