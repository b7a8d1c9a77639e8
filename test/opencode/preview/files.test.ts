import { fakeOpencode, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { ask, messagesOf, newSession, run, send, told } from './preview-calls.ts'

test('files are read, written and edited in memory', async () => {
  const opencode = fakeOpencode({
    files: { 'a.txt': 'one\ntwo\n' },
    script: [
      toolCall('edit', { path: 'a.txt', oldString: 'two', newString: 'TWO' }),
      toolCall('read', { path: 'a.txt' }),
      toolCall('edit', { path: 'a.txt', oldString: 'zzz', newString: 'x' }),
      toolCall('edit', { path: 'none.txt', oldString: 'zzz', newString: 'x' }),
      toolCall('read', { path: 'a.txt', offset: 1, limit: 1 }),
      toolCall('write', { path: 'a.txt', content: 'new' }),
      'done',
    ],
  })
  const session = await newSession(opencode)
  await run(opencode, session, 'hi')
  const states = (await messagesOf(opencode, session)).flatMap((message) =>
    (Object(message).content ?? []).flatMap((item: unknown) => Object(item).state ?? []),
  )
  // seen on a real server
  expect(states).toMatchObject([
    {
      structured: { replacements: 1 },
      content: [{ text: 'Edited file successfully: a.txt\nReplacements: 1\n```diff\n-two\n+TWO\n```' }],
    },
    { structured: { name: 'a.txt', content: 'one\nTWO\n' }, content: [] },
    {
      error: {
        message: 'Could not find oldString in the file. It must match exactly, including whitespace and indentation.',
      },
    },
    { error: { message: 'Unable to edit none.txt' } },
    { structured: { type: 'text-page', content: 'one', offset: 1, truncated: true, next: 2 } },
    { content: [{ text: 'Wrote file successfully: a.txt' }], structured: { existed: true } },
  ])
})

test('a file outside the project is asked for first', async () => {
  const opencode = fakeOpencode({
    permissions: { external_directory: 'ask' },
    script: [toolCall('read', { path: '/etc/hostname' }, 'x'), 'done'],
  })
  const session = await newSession(opencode)
  await send(opencode, session, 'hi')
  const asked = (): unknown => opencode.events.find(({ type }) => type === 'permission.v2.asked')?.properties
  // seen on a real server
  await expect
    .poll(asked, { interval: 2 })
    .toMatchObject({ action: 'external_directory', resources: ['/etc/*'], save: ['/etc/*'] })
  await ask(opencode, 'POST', `/api/session/${session}/interrupt`)
})

test('goes back to a message, with the files, and forward again', async () => {
  const opencode = fakeOpencode({ files: {}, script: [toolCall('write', { path: 'rv.txt', content: 'rv\n' }), 'done'] })
  const session = await newSession(opencode)
  await run(opencode, session, 'go')
  const messageID = opencode.sentPrompts[0]?.promptID
  const stage = await ask(opencode, 'POST', `/api/session/${session}/revert/stage`, { messageID })
  // seen on a real server
  const diff =
    'diff --git a/rv.txt b/rv.txt\ndeleted file mode 100644\nindex f8dde1e..0000000\n--- a/rv.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-rv'
  expect(stage.body).toMatchObject({
    data: {
      messageID,
      diff,
      files: [{ path: 'rv.txt', status: 'deleted', additions: 0, deletions: 1, patch: `${diff}\n` }],
    },
  })
  expect((await ask(opencode, 'GET', '/api/fs/read/rv.txt')).status).toBe(500)
  expect((await ask(opencode, 'GET', `/api/session/${session}`)).body).toMatchObject({
    data: { revert: { messageID } },
  })
  await ask(opencode, 'POST', `/api/session/${session}/revert/clear`)
  expect((await ask(opencode, 'GET', '/api/fs/read/rv.txt')).body).toBe('rv\n')
  await ask(opencode, 'POST', `/api/session/${session}/revert/stage`, { messageID })
  await ask(opencode, 'POST', `/api/session/${session}/revert/commit`)
  expect(await messagesOf(opencode, session)).toMatchObject([{ type: 'user', text: 'go' }])
  expect(told(opencode).slice(-4)).toEqual(['revert.staged', 'revert.cleared', 'revert.staged', 'revert.committed'])
})
