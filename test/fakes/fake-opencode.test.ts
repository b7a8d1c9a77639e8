import { createOpencodeClient } from '@opencode-ai/sdk'
import { fakeOpencode, httpError } from 'opencode-testing'
import { expect, test } from 'vitest'

test('answers a prompt of the SDK with the scripted reply', async () => {
  const opencode = fakeOpencode({ script: ['Hello there.'] })
  const client = createOpencodeClient({ baseUrl: 'http://localhost:4096' })
  const { data: session } = await client.session.create({ body: { title: 'greeting' }, throwOnError: true })
  const { data } = await client.session.prompt({
    path: { id: session.id },
    body: { parts: [{ type: 'text', text: 'Say hello' }] },
    throwOnError: true,
  })
  expect(data.parts.find((part) => part.type === 'text')?.text).toBe('Hello there.')
  expect(opencode).toHaveSentPrompt('Say hello')
  expect(opencode.lastRun).toHaveOutcome('succeeded')
})

test('fails a run where the model answers 401', async () => {
  const opencode = fakeOpencode({ script: [httpError(401, 'Authentication Fails')] })
  const client = createOpencodeClient({ baseUrl: 'http://localhost:4096' })
  const { data: session } = await client.session.create({ body: { title: 'greeting' }, throwOnError: true })
  await client.session.prompt({ path: { id: session.id }, body: { parts: [{ type: 'text', text: 'Say hello' }] } })
  expect(opencode.lastRun).toHaveOutcome('failed')
})
