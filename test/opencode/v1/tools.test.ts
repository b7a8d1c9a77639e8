import { fakeOpencode, type FakeOpencode, type Reply, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession, prompt } from '../api.ts'
import { v1Messages } from '../v1-messages.ts'

const calls = (name: string, args: object, result?: Parameters<typeof toolCall>[2]): Reply => ({
  toolCalls: [toolCall(name, { ...args }, result)],
})

/** Plays one call, and gives how it ended. */
async function played(opencode: FakeOpencode, reply: Reply): Promise<unknown> {
  opencode.script(reply, 'done')
  await prompt(opencode, await createSession(opencode), 'hi')
  return opencode.lastRun?.toolCalls[0]
}

const project = { files: { 'a.txt': 'one two\n', 'b.txt': 'one one\n' } }

test.for<[args: object, error: string]>([
  // captures/1.18.33-probed/05g-edit-not-found.json
  [
    { filePath: 'a.txt', oldString: 'three', newString: 'x' },
    'Could not find oldString in the file. It must match exactly, including whitespace, indentation, and line endings.',
  ],
  [{ filePath: 'gone.txt', oldString: 'one', newString: 'x' }, 'File /fake/project/gone.txt not found'],
  [
    { filePath: 'b.txt', oldString: 'one', newString: 'x' },
    'Found multiple matches for oldString. Provide more surrounding context to make the match unique.',
  ],
  [
    { filePath: 'a.txt', oldString: 'one', newString: 'one' },
    'No changes to apply: oldString and newString are identical.',
  ],
])('the edit %j fails', async ([args, error]) => {
  expect(await played(fakeOpencode(project), calls('edit', args))).toMatchObject({ status: 'error', error })
})

test('an edit of every match changes them all', async () => {
  const opencode = fakeOpencode(project)
  const args = { filePath: 'b.txt', oldString: 'one', newString: 'two', replaceAll: true }
  expect(await played(opencode, calls('edit', args))).toMatchObject({ status: 'completed' })
  expect(await played(opencode, calls('read', { filePath: 'b.txt' }))).toMatchObject({
    output: expect.stringContaining('1: two two'),
  })
})

test('an edit of a file of which nothing is known is made, and so is one that the script says was made', async () => {
  const args = { filePath: 'x.txt', oldString: 'a', newString: 'b' }
  expect(await played(fakeOpencode(), calls('edit', args))).toMatchObject({ status: 'completed' })
  const known = fakeOpencode({ baseUrl: 'http://known.test', ...project })
  expect(await played(known, calls('edit', args, 'Edited.'))).toMatchObject({ status: 'completed', output: 'Edited.' })
})

test.for<[result: Parameters<typeof toolCall>[2], end: object]>([
  ['sunny', { status: 'completed', output: 'sunny' }],
  [
    { output: 'sunny', title: 'Weather', metadata: { degrees: 20 } },
    { status: 'completed', output: 'sunny' },
  ],
  [new Error('no such city'), { status: 'error', error: 'no such city' }],
])('a custom tool gives what the script says: %j', async ([result, end]) => {
  const opencode = fakeOpencode()
  expect(await played(opencode, calls('get_weather', { city: 'Paris' }, result))).toMatchObject(end)
  expect(opencode.lastRun?.toolCalls[0]).toMatchObject({ name: 'get_weather', input: { city: 'Paris' } })
})

test('a custom tool’s title and metadata stand in its part', async () => {
  const opencode = fakeOpencode()
  await played(opencode, calls('get_weather', {}, { title: 'Weather', metadata: { degrees: 20 } }))
  const { id = '' } = [...opencode.sessions.values()].at(-1) ?? {}
  expect(v1Messages(opencode, id)?.[1]?.parts.find(({ type }) => type === 'tool')).toMatchObject({
    state: { title: 'Weather', metadata: { degrees: 20, truncated: false } },
  })
})

test('a call runs when its arguments are whole, also where the stream breaks right behind them', async () => {
  // captures/1.18.33-probed/08p-bash-complete-then-end.json
  const opencode = fakeOpencode()
  const reply: Reply = { toolCalls: [toolCall('bash', { command: 'echo hi' }, 'hi\n')], cut: 'end' }
  expect(await played(opencode, reply)).toMatchObject({ name: 'bash', status: 'completed', output: 'hi\n' })
})

test('a revert takes back what was made of files, and its diff says how; the way back makes it again', async () => {
  // captures/1.18.33-probed/15c-revert.json
  const opencode = fakeOpencode({
    ...project,
    script: [
      calls('write', { filePath: 'new.txt', content: 'new\n' }),
      calls('edit', { filePath: 'a.txt', oldString: 'two', newString: 'three' }),
      'done',
    ],
  })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  const messageID = v1Messages(opencode, session)?.[0]?.info.id
  const { body } = await call(opencode, 'POST', `/session/${session}/revert`, { messageID })
  expect(Object(body).revert.diff.split('\n')).toEqual([
    'diff --git a/new.txt b/new.txt',
    'deleted file mode 100644',
    // git hash-object of 'new\n' begins with 3e75765
    'index 3e75765..0000000',
    '--- a/new.txt',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-new',
    'diff --git a/a.txt b/a.txt',
    // those of 'one three\n' and 'one two\n'
    'index 186abe8..bd46cf2 100644',
    '--- a/a.txt',
    '+++ b/a.txt',
    '@@ -1 +1 @@',
    '-one three',
    '+one two',
  ])
  const contentOf = async (path: string): Promise<unknown> =>
    Object((await call(opencode, 'GET', `/file/content?path=${path}`)).body).content
  expect([await contentOf('a.txt'), await contentOf('new.txt')]).toEqual(['one two', ''])
  await call(opencode, 'POST', `/session/${session}/unrevert`)
  expect([await contentOf('a.txt'), await contentOf('new.txt')]).toEqual(['one three', 'new'])
})
