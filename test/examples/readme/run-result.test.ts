import { readFile } from 'node:fs/promises'
import { createOpencodeClient } from '@opencode-ai/sdk'
import { fakeOpencode, RunResult, runPrompt } from 'opencode-testing'
import { expect, test } from 'vitest'

test('judges what a prompt answered', async () => {
  const opencode = fakeOpencode()
  const client = createOpencodeClient({ baseUrl: opencode.url })
  const { data: session } = await client.session.create({ throwOnError: true })
  const parts = [{ type: 'text' as const, text: 'Say hello' }]
  expect(await client.session.prompt({ path: { id: session.id }, body: { parts } })).toHaveOutcome('succeeded')
  expect(await client.session.messages({ path: { id: session.id } })).toHaveSentPrompt('Say hello')
  expect(opencode.events).toHaveOutcome('succeeded')
})

test('judges a recorded run', async () => {
  const recording = await readFile('test/fixtures/captures/1.18.33/07-abort-mid-stream.json', 'utf8')
  const { sse } = JSON.parse(recording)
  const run = RunResult.from(sse)
  expect(run).toHaveOutcome('interrupted')
  expect(run).toHaveSentPrompt('abort me')
  expect(run.error).toMatchObject({ name: 'MessageAbortedError', message: 'Aborted' })
})

test('runs a prompt', async () => {
  const opencode = fakeOpencode({ script: ['Hello there.', 'Hello again.'] })
  const run = await runPrompt('http://localhost:4096', 'Say hello')
  expect(run.text).toBe('Hello there.')

  const client = createOpencodeClient({ baseUrl: 'http://localhost:4096' })
  const sessionID = run.session?.id ?? ''
  const again = await runPrompt(client, 'Say hello', { sessionID, agent: 'plan', timeout: 5000 })
  expect(again).toHaveSentPrompt('Say hello', { agent: 'plan', sessionID })
  expect(opencode.runs).toHaveLength(2)
})

test('runs a prompt through the preview API', async () => {
  fakeOpencode({ version: '1.18', script: ['It is Monday.'] })
  const run = await runPrompt('http://localhost:4096', 'What day is it?', { api: 'preview' })
  expect(run).toHaveOutcome('succeeded')
  expect(run.text).toBe('It is Monday.')
})
