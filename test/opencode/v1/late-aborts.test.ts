import { fakeOpencode, type FakeOpencode, httpError, type Reply, toolCall } from 'opencode-testing'
import { expect, test, vi } from 'vitest'
import { call, courseOf, createSession, prompt, promptAsync } from '../api.ts'
import { turns } from '../until.ts'
import { v1Messages } from '../v1-messages.ts'

const abort = (opencode: FakeOpencode, session: string): ReturnType<typeof call> =>
  call(opencode, 'POST', `/session/${session}/abort`)

const hanging: Reply = { text: 'one two three', cut: { after: 2, how: 'hang' } }
const aborted = ['error MessageAbortedError', 'idle', 'completed MessageAbortedError', 'idle']

// facts/opencode-1x.md section 5: mid-stream an error and two idles; in the wait for a retry one idle and no error; idle already: one idle.

test('an abort after the finish tells one idle more, and no error', async () => {
  const opencode = fakeOpencode({ script: ['done'] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  const before = opencode.events.length
  expect((await abort(opencode, session)).body).toBe(true)
  expect(opencode.events.slice(before).map(({ type }) => type)).toEqual(['session.status', 'session.idle'])
  expect(opencode.lastRun).toHaveOutcome('succeeded')
})

test('an abort while a tool runs: the command is completed with a note, the others end as aborted', async () => {
  // captures/1.18.33/07c-abort-during-tool.json, captures/1.18.33-probed/07g2-abort-while-webfetch.json
  const calls = [
    toolCall('bash', { command: 'make' }, { output: 'begun\n', delay: Infinity }),
    toolCall('webfetch', { url: 'http://hang.test' }, { delay: Infinity }),
  ]
  const opencode = fakeOpencode({ script: [{ toolCalls: calls }, 'never'] })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await expect.poll(() => JSON.stringify(v1Messages(opencode, session))).toContain('begun')
  await turns()
  await abort(opencode, session)
  await prompted
  expect(courseOf(opencode.events)).toEqual(['busy', 'busy', ...aborted])
  const parts = v1Messages(opencode, session)?.[1]?.parts.filter((part) => part.type === 'tool')
  expect(parts).toMatchObject([
    {
      state: {
        status: 'completed',
        output: 'begun\n\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>',
      },
    },
    { state: { status: 'error', error: 'Tool execution aborted', metadata: { interrupted: true } } },
  ])
  expect(opencode.remaining).toBe(1)
})

test('an abort in the last moment of the wait for a retry still keeps the next attempt from being made', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const opencode = fakeOpencode({ script: [httpError(503), 'never'] })
    const session = await createSession(opencode)
    const prompted = prompt(opencode, session, 'hi')
    await turns()
    await vi.advanceTimersByTimeAsync(1999)
    await abort(opencode, session)
    await vi.runAllTimersAsync()
    await prompted
    expect(courseOf(opencode.events)).toEqual(['busy', 'busy', 'retry 1', 'completed without a finish', 'idle'])
    expect(opencode.remaining).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test('an abort right after the last moment of the wait is one mid-stream', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const opencode = fakeOpencode({ script: [httpError(503), hanging] })
    const session = await createSession(opencode)
    const prompted = prompt(opencode, session, 'hi')
    await turns()
    await vi.advanceTimersByTimeAsync(2000)
    await turns()
    await abort(opencode, session)
    await prompted
    expect(courseOf(opencode.events)).toEqual(['busy', 'busy', 'retry 1', 'busy', ...aborted])
  } finally {
    vi.useRealTimers()
  }
})

test('three aborts: two at once are one, the third finds an idle session', async () => {
  // captures/1.18.33-probed/07h-abort-twice.json
  const opencode = fakeOpencode({ script: [hanging] })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await expect.poll(() => opencode.events.map(({ type }) => type)).toContain('message.part.delta')
  await Promise.all([abort(opencode, session), abort(opencode, session)])
  await prompted
  await abort(opencode, session)
  expect(courseOf(opencode.events)).toEqual(['busy', 'busy', ...aborted, 'idle'])
})

test('the abort of a session aborts its sub-agent first, and both runs are interrupted', async () => {
  // captures/1.18.33-probed/03g-abort-parent-while-child-hangs.json
  const { opencode, parent, child, prompted } = await withSubagent()
  await abort(opencode, parent)
  await prompted
  const told = opencode.events
    .filter(({ type }) => type === 'session.error' || type === 'session.idle')
    .map(({ type, properties }) => [type, properties['sessionID'] === child ? 'child' : 'parent'].join(' '))
  expect(told).toEqual([
    'session.error child',
    'session.idle child',
    'session.idle child',
    'session.error parent',
    'session.idle parent',
    'session.idle parent',
  ])
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test('the abort of a sub-agent alone fails the call that it works for, and its parent goes on', async () => {
  // captures/1.18.33-probed/03g2-abort-child-while-child-hangs.json
  const { opencode, child, prompted } = await withSubagent()
  await abort(opencode, child)
  await prompted
  expect(opencode.lastRun?.toolCalls).toMatchObject([{ name: 'task', status: 'error', error: 'Task cancelled' }])
  expect(opencode.lastRun).toHaveOutcome('succeeded')
  const idle = opencode.events.filter(
    ({ type, properties }) => type === 'session.idle' && properties['sessionID'] === child,
  )
  expect(idle).toHaveLength(3)
})

/** A session whose sub-agent hangs in the middle of its answer. */
async function withSubagent(): Promise<{
  readonly opencode: FakeOpencode
  readonly parent: string
  readonly child: string
  readonly prompted: Promise<unknown>
}> {
  const task = toolCall('task', { description: 'sub', prompt: 'Say sub', subagent_type: 'general' })
  const opencode = fakeOpencode({ script: [{ toolCalls: [task] }, hanging, 'without it'] })
  const parent = await createSession(opencode)
  const prompted = prompt(opencode, parent, 'delegate')
  await expect.poll(() => opencode.events.map(({ type }) => type)).toContain('message.part.delta')
  const child = [...opencode.sessions.keys()].find((id) => id !== parent) ?? ''
  return { opencode, parent, child, prompted }
}

test('an abort of a session that nobody prompted leaves no run', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  await abort(opencode, session)
  expect(opencode.runs).toEqual([])
  await promptAsync(opencode, session, 'hi')
  await expect.poll(() => opencode.lastRun?.outcome).toBe('succeeded')
})
