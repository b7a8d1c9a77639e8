import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createOpencode, createOpencodeClient } from '@opencode-ai/sdk'
import { fakeOpencode, runPrompt } from 'opencode-testing'
import { expect, test } from 'vitest'

test('plays late events, events of its own and streams that end', async () => {
  const opencode = fakeOpencode()
  const client = createOpencodeClient({ baseUrl: 'http://localhost:4096' })
  const { data: session } = await client.session.create({ throwOnError: true })
  const seen: string[] = []
  const { stream } = await client.event.subscribe({ sseMaxRetryAttempts: 1 })
  const reading = (async () => {
    for await (const { type } of stream) seen.push(type)
  })()
  await expect.poll(() => opencode.openStreams).toBe(1)

  const sessionID = session.id
  const release = opencode.hold('session.idle') // from now on it waits; others pass
  await client.session.prompt({ path: { id: sessionID }, body: { parts: [{ type: 'text', text: 'Say hello' }] } })
  release() // there it is, late
  opencode.emit({ type: 'session.idle', properties: { sessionID } }) // and a second one
  opencode.cutStreams('reset') // 'reset' | 'end' | 'hang'

  await reading
  expect(seen.filter((type) => type === 'session.idle')).toHaveLength(2)
})

test('is reached from another process', async () => {
  const opencode = fakeOpencode()
  const url = await opencode.listen()
  const run = promisify(execFile)
  await run(process.execPath, ['-e', `fetch('${url}/session', { method: 'POST', body: '{}' })`])
  expect(opencode.sessions.size).toBe(1)
})

test('is what the code under test starts', async () => {
  const opencode = fakeOpencode({ script: ['Hello there.'] })
  await opencode.installCommand()
  const { client, server } = await createOpencode() // spawns `opencode serve`
  const run = await runPrompt(client, 'Say hello')
  server.close()
  expect(run.text).toBe('Hello there.')
})
