import { createOpencodeClient } from '@opencode-ai/sdk'
import { fakeOpencode, runPrompt, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'

test('plays tools', async () => {
  const opencode = fakeOpencode({
    files: { 'login.ts': 'export const login = () => false\n' },
    script: [
      toolCall('read', { filePath: 'login.ts' }),
      [
        'I run the tests.',
        toolCall('bash', { command: 'npm test' }, { output: '1 failed\n', metadata: { exit: 1 } }),
        toolCall('lookup', { issue: 7 }, new Error('the tracker is down')),
      ],
      'It always says no.',
    ],
  })
  const run = await runPrompt(opencode, 'Why does the login fail?')
  expect(run.toolCalls.map(({ name, status }) => [name, status])).toEqual([
    ['read', 'completed'],
    ['bash', 'completed'],
    ['lookup', 'error'],
  ])
  expect(run.text).toBe('It always says no.')
})

test('aborts while a tool runs', async () => {
  const opencode = fakeOpencode({
    script: [toolCall('bash', { command: 'npm run watch' }, { output: 'watching\n', delay: Infinity })],
  })
  const client = createOpencodeClient({ baseUrl: opencode.url })
  const { data: session } = await client.session.create()
  const id = session?.id ?? ''
  await client.session.promptAsync({ path: { id }, body: { parts: [{ type: 'text', text: 'Watch' }] } })
  await expect.poll(() => JSON.stringify(opencode.events)).toContain('watching')
  await client.session.abort({ path: { id } })
  expect(opencode.lastRun).toHaveOutcome('interrupted')
  expect(opencode.lastRun).toHaveSettledOnce()
})

test('asks for permission', async () => {
  const opencode = fakeOpencode({
    permissions: { bash: { '*': 'ask', 'git status *': 'allow', 'rm *': 'deny' } },
    script: [toolCall('bash', { command: 'npm publish' }), 'Not published.'],
  })
  const client = createOpencodeClient({ baseUrl: opencode.url })
  const run = runPrompt(opencode, 'Release it')
  await expect.poll(() => opencode.events.map(({ type }) => type)).toContain('permission.asked')
  const asked = opencode.events.find(({ type }) => type === 'permission.asked')?.properties
  await client.postSessionIdPermissionsPermissionId({
    path: { id: String(asked?.['sessionID']), permissionID: String(asked?.['id']) },
    body: { response: 'reject' },
  })
  expect(await run).toHaveOutcome('interrupted')
})

test('scripts a sub-agent', async () => {
  const opencode = fakeOpencode({
    script: [
      toolCall('task', { description: 'find it', prompt: 'Find the login', subagent_type: 'explore' }),
      { text: 'src/login.ts', when: ({ messages }) => messages.at(-1)?.content === 'Find the login' },
      'It is in src/login.ts.',
    ],
  })
  const run = await runPrompt(opencode, 'Where is the login?')
  expect(run.text).toBe('It is in src/login.ts.')
  expect(run.toolCalls[0]?.output).toContain('src/login.ts')
})
