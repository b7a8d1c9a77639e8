/* oxlint-disable unicorn/consistent-function-scoping -- the clients of a case are read with it */
import { fakeOpencode, toolCall, turn } from 'opencode-testing'
import { parseSessionError, SESSION_ERROR_USER_ABORT } from 'opencode-testing/wire'
import { expect, test } from 'vitest'
import { until } from '../../opencode/until.ts'
import { call, createSession, events, isBusy, lastRunOf, promptAsync, resultOf } from './client.ts'

// Part B of the cases: stopping a run, and answering what it asks.

/** The permission that the server waits for, once there is one. */
async function pendingPermission(): Promise<Record<string, unknown>> {
  let request: unknown
  await expect.poll(async () => (request = Object((await call('GET', '/permission')).data)[0])).toBeDefined()
  return Object(request)
}

test('B7 (opencode#16721) an abort that answers true has stopped nothing before the session is idle', async () => {
  const wrong = async (id: string): Promise<string> =>
    (await call('POST', `/session/${id}/abort`)).data === true ? 'stopped' : 'running'
  const right = async (id: string): Promise<string> => {
    await call('POST', `/session/${id}/abort`)
    return (await isBusy()) ? 'running' : 'stopped'
  }
  const opencode = fakeOpencode({ script: [turn({ text: 'Let me', cut: 'hang' })] })
  opencode.fail('POST', /\/session\/[^/]+\/abort/, { status: 200, body: true, times: 2 })
  const sessionID = await createSession()
  await promptAsync(sessionID, 'hi')
  await until(() => opencode.events.some(({ type }) => type === 'message.part.delta'))
  expect([await wrong(sessionID), await right(sessionID)]).toEqual(['stopped', 'running'])
  expect(opencode.lastRun).toHaveOutcome(null)
  expect(await right(sessionID)).toBe('stopped')
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test('B9 (t3code PR#8813) a stopped session is no failed one', async () => {
  const wrong = async (): Promise<string> => {
    for await (const { type } of events()) if (type === 'session.error') return 'failed'
    return 'ended'
  }
  const right = async (): Promise<string> => {
    for await (const { type, props } of events()) {
      const error = parseSessionError(type, props)
      if (error) return error.name === SESSION_ERROR_USER_ABORT ? 'stopped' : 'failed'
    }
    return 'ended'
  }
  const opencode = fakeOpencode({ script: [turn({ text: 'Let me', cut: 'hang' })] })
  const results = [wrong(), right()]
  await until(() => opencode.openStreams === 2)
  const sessionID = await createSession()
  await promptAsync(sessionID, 'hi')
  await until(() => opencode.events.some(({ type }) => type === 'message.part.delta'))
  await call('POST', `/session/${sessionID}/abort`)
  expect(await Promise.all(results)).toEqual(['failed', 'stopped'])
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test('B10 (opencode#16367) a run that asks goes on when it is answered, and its model sees what the tool gave', async () => {
  const client = (answers: boolean) => async (sessionID: string) => {
    for await (const { type, props } of events()) {
      if (type === 'server.connected') await promptAsync(sessionID, 'List the files')
      if (type === 'session.idle') return (await lastRunOf(sessionID)).text
      if (answers && type === 'permission.asked')
        await call('POST', `/permission/${String(props['id'])}/reply`, { reply: 'once' })
    }
    return 'ended'
  }
  const [wrong, right] = [client(false), client(true)]
  const play = async (run: (sessionID: string) => Promise<string>): Promise<string> => {
    fakeOpencode({
      permissions: { bash: 'ask' },
      script: [toolCall('bash', { command: 'ls' }, 'a.txt'), ({ messages }) => `Saw ${messages.at(-1)?.content}.`],
    })
    return resultOf(run(await createSession()))
  }
  expect(await play(wrong)).toBe('still waiting')
  expect(await play(right)).toBe('Saw a.txt.')
})

test.for(['permission.asked', 'permission.updated'])(
  'B11 (opencui#520, nimbalyst#1563, Archon#3332) a permission dialog appears at %s',
  async (name) => {
    const client = (dialogs: readonly string[]) => async (sessionID: string) => {
      for await (const { type, props } of events()) {
        if (type === 'server.connected') await promptAsync(sessionID, 'List the files')
        if (type === 'session.idle') return 'finished'
        if (dialogs.includes(type)) await call('POST', `/permission/${String(props['id'])}/reply`, { reply: 'once' })
      }
      return 'ended'
    }
    const other = name === 'permission.asked' ? 'permission.updated' : 'permission.asked'
    const [wrong, right] = [client([other]), client(['permission.asked', 'permission.updated'])]
    const play = async (run: (sessionID: string) => Promise<string>): Promise<string> => {
      const opencode = fakeOpencode({
        permissions: { bash: 'ask' },
        script: [toolCall('bash', { command: 'ls' }), 'done'],
      })
      const renamed = name !== 'permission.asked'
      if (renamed) opencode.hold('permission.asked')
      const result = run(await createSession())
      if (renamed) opencode.emit({ type: name, properties: await pendingPermission() })
      else await until(() => opencode.events.some(({ type }) => type === name))
      return resultOf(result)
    }
    expect(await play(wrong)).toBe('still waiting')
    expect(await play(right)).toBe('finished')
  },
)

test('B12 (opencode#15386) an answer to a permission that nobody asked for has answered nothing', async () => {
  const path = '/permission/per_22e1c036d0060000000000000h/reply'
  const wrong = async (): Promise<string> => {
    await call('POST', path, { reply: 'once' })
    return 'answered'
  }
  const careful = async (): Promise<string> => ((await call('POST', path, { reply: 'once' })).ok ? 'answered' : 'gone')
  const right = async (): Promise<string> => {
    for await (const { type, props } of events()) {
      if (type === 'server.connected' && !(await call('POST', path, { reply: 'once' })).ok) return 'gone'
      if (type === 'permission.replied' && path.includes(String(props['requestID']))) return 'answered'
      if (type === 'server.heartbeat') return 'gone'
    }
    return 'ended'
  }
  const opencode = fakeOpencode()
  expect([await wrong(), await careful(), await right()]).toEqual(['answered', 'gone', 'gone'])
  // The server of the report says true.
  opencode.fail('POST', path, { status: 200, body: true, times: 2 })
  expect(await careful()).toBe('answered')
  const result = right()
  expect(await resultOf(result)).toBe('still waiting')
  opencode.heartbeat()
  expect(await result).toBe('gone')
})
