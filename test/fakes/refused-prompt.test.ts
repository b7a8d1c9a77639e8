import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'

test('a prompt for an agent that does not exist was sent, and its run failed', async () => {
  const opencode = fakeOpencode()
  const post = (path: string, body: object): Promise<Response> =>
    opencode.fetch(`${opencode.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  const session: { id: string } = await (await post('/session', {})).json()
  await post(`/session/${session.id}/prompt_async`, { parts: [{ type: 'text', text: 'Fix it' }], agent: 'nobody' })
  expect(opencode).toHaveSentPrompt('Fix it', { agent: 'nobody', times: 1 })
  expect(opencode).toHaveOutcome('failed')
  expect(opencode.lastRun?.error?.message).toBe(
    'Agent not found: "nobody". Available agents: build, explore, general, plan',
  )
})
