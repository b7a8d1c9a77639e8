import { fakeOpencode, httpError, RunResult, toolCall } from 'opencode-testing'
import { expect, test, vi } from 'vitest'
import { ask, idle, messagesOf, newSession, run, send, told } from './preview-calls.ts'

test('asks three times for what the provider refuses for now, and tells nobody', async () => {
  // facts/opencode-1x-preview-api.md section 3, scenario 07
  const opencode = fakeOpencode({ script: [httpError(503), httpError(429), 'At last.'], retryDelay: 'none' })
  await run(opencode, await newSession(opencode), 'hi')
  expect(told(opencode)).not.toContain('step.failed')
  expect(opencode.lastRun).toHaveText('At last.')
  expect(opencode.remaining).toBe(0)
})

test('gives up after the third refusal', async () => {
  const opencode = fakeOpencode({
    script: [httpError(500), httpError(500), httpError(500), 'never'],
    retryDelay: 'none',
  })
  await run(opencode, await newSession(opencode), 'hi')
  expect(opencode.lastRun).toHaveFailedWith(/^Provider request failed with HTTP 500/)
  expect(opencode.remaining).toBe(1)
})

test.for([400, 401, 402, 408, 409])('does not ask again after a %s', async (status) => {
  const opencode = fakeOpencode({ script: [httpError(status), 'never'] })
  await run(opencode, await newSession(opencode), 'hi')
  expect(opencode.lastRun).toHaveOutcome('failed')
  expect(opencode.remaining).toBe(1)
})

test('waits on the test timers before it asks again, or as long as the answer says', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const waits: (readonly [number, number])[] = []
    const opencode = fakeOpencode({
      script: [httpError(500), httpError(429, undefined, { retryAfter: 7 }), 'ok'],
      retryDelay: (attempt, real) => {
        waits.push([attempt, real])
        return real
      },
    })
    const session = await newSession(opencode)
    await send(opencode, session, 'hi')
    await vi.waitFor(() => expect(waits).toEqual([[1, 500]]))
    await vi.advanceTimersByTimeAsync(500)
    await vi.waitFor(() => expect(waits.at(-1)).toEqual([2, 7000]))
    await vi.advanceTimersByTimeAsync(7000)
    await idle(opencode)
    expect(opencode.lastRun).toHaveText('ok')
  } finally {
    vi.useRealTimers()
  }
})

test('a connection that breaks keeps the text so far, and is not tried again', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'one two three', cut: { after: 1, how: 'reset' } }, 'never'] })
  await run(opencode, await newSession(opencode), 'hi')
  expect(opencode.lastRun).toHaveText('one ')
  expect(opencode.lastRun).toHaveFailedWith('Failed to read deepseek/openai-compatible-chat stream')
  expect(opencode.remaining).toBe(1)
})

test('a queued prompt waits for the last word, a steering one for the end of a step', async () => {
  const opencode = fakeOpencode({
    script: [toolCall('bash', { command: 'a' }, { output: 'x', delay: 30 }), 'to both', 'to the queue'],
  })
  const session = await newSession(opencode)
  await send(opencode, session, 'first')
  await expect.poll(() => told(opencode), { interval: 2 }).toContain('tool.called')
  await send(opencode, session, 'queued', { delivery: 'queue' })
  await send(opencode, session, 'steering')
  await idle(opencode)
  const order = (await messagesOf(opencode, session)).map((message) => Object(message).text ?? Object(message).type)
  expect(order).toEqual(['first', 'assistant', 'steering', 'assistant', 'queued', 'assistant'])
  // Prompts sent while it is busy belong to the run.
  expect(opencode.runs).toHaveLength(1)
  expect(opencode.prompts).toEqual(['first', 'queued', 'steering'])
})

test('a prompt that does not resume waits, and goes with the next one', async () => {
  const opencode = fakeOpencode()
  const session = await newSession(opencode)
  await send(opencode, session, 'held', { resume: false })
  expect(opencode.runs).toEqual([])
  await run(opencode, session, 'go')
  expect(opencode.lastRun?.messages).toHaveLength(3)
})

test('a rejection with a message fails the call and the turn goes on; the model is not told the message', async () => {
  // seen on a real server
  const requests: string[] = []
  const opencode = fakeOpencode({
    permissions: { bash: 'ask' },
    script: [
      toolCall('bash', { command: 'ls' }),
      ({ messages }) => {
        requests.push(messages.at(-1)?.content ?? '')
        return 'All right.'
      },
    ],
  })
  const session = await newSession(opencode)
  await send(opencode, session, 'hi')
  const id = (): unknown => opencode.events.find(({ type }) => type === 'permission.v2.asked')?.properties['id']
  await expect.poll(id, { interval: 2 }).toBeDefined()
  await ask(opencode, 'POST', `/api/session/${session}/permission/${String(id())}/reply`, {
    reply: 'reject',
    message: 'no',
  })
  await idle(opencode)
  expect(opencode.lastRun).toHaveOutcome('succeeded')
  expect(opencode.lastRun?.toolCalls[0]?.error).toBe('Unable to execute command: ls')
  expect(requests).toEqual([
    '{"error":{"type":"unknown","message":"Unable to execute command: ls"},"content":[],"structured":{}}',
  ])
})

test('what is always allowed is not asked for again, and a denied command is not run', async () => {
  const opencode = fakeOpencode({
    permissions: { bash: { '*': 'ask', 'rm *': 'deny' } },
    script: [
      toolCall('bash', { command: 'ls' }, 'a'),
      toolCall('bash', { command: 'ls' }, 'b'),
      toolCall('bash', { command: 'rm -r x' }, 'c'),
      'done',
    ],
  })
  const session = await newSession(opencode)
  await send(opencode, session, 'hi')
  const asked = (): readonly unknown[] =>
    opencode.events.filter(({ type }) => type === 'permission.v2.asked').map(({ properties }) => properties['id'])
  await expect.poll(asked, { interval: 2 }).toHaveLength(1)
  await ask(opencode, 'POST', `/api/session/${session}/permission/${String(asked()[0])}/reply`, { reply: 'always' })
  await idle(opencode)
  expect(asked()).toHaveLength(1)
  expect(opencode.lastRun?.toolCalls.map(({ status }) => status)).toEqual(['completed', 'completed', 'error'])
})

test('one refusal stops the other calls of the step, without a word about their requests', async () => {
  // seen on a real server: one reply, three interrupted calls
  const opencode = fakeOpencode({
    permissions: { bash: { '*': 'ask', 'sleep *': 'allow' } },
    script: [
      [
        toolCall('bash', { command: 'one' }),
        toolCall('bash', { command: 'two' }),
        toolCall('bash', { command: 'sleep 9' }, { delay: Infinity }),
      ],
    ],
  })
  const session = await newSession(opencode)
  await send(opencode, session, 'hi')
  const asked = (): readonly unknown[] =>
    opencode.events.filter(({ type }) => type === 'permission.v2.asked').map(({ properties }) => properties['id'])
  await expect.poll(asked, { interval: 2 }).toHaveLength(2)
  await ask(opencode, 'POST', `/api/session/${session}/permission/${String(asked()[0])}/reply`, { reply: 'reject' })
  await idle(opencode)
  expect(told(opencode).slice(-3)).toEqual(['tool.failed', 'tool.failed', 'tool.failed'])
  expect(opencode.events.filter(({ type }) => type === 'permission.v2.replied')).toHaveLength(1)
  expect(opencode.lastRun).toHaveOutcome('interrupted')
  expect((await ask(opencode, 'GET', '/api/permission/request')).body).toMatchObject({ data: [] })
})

test('an interrupt while the arguments of a call come ends them as they are', async () => {
  // seen on a real server
  const call = { ...toolCall('read', '{"path":"a.txt"}') }
  const opencode = fakeOpencode({ script: [{ toolCalls: [call], cut: { after: 1, how: 'hang' } }] })
  const session = await newSession(opencode)
  await send(opencode, session, 'hi')
  await expect.poll(() => told(opencode), { interval: 2 }).toContain('tool.input.delta')
  expect((await ask(opencode, 'POST', `/api/session/${session}/interrupt`)).status).toBe(204)
  expect(told(opencode).slice(-3)).toEqual(['tool.input.ended', 'tool.failed', 'step.failed'])
  expect(opencode.lastRun).toHaveOutcome('interrupted')
  expect((await ask(opencode, 'POST', `/api/session/${session}/interrupt`)).status).toBe(204)
})

test('a call that ends with stop goes on all the same, as it was one for tools', async () => {
  // seen on a real server
  const opencode = fakeOpencode({
    script: [{ toolCalls: [toolCall('bash', { command: 'a' })], finish: 'stop' }, 'after'],
  })
  await run(opencode, await newSession(opencode), 'hi')
  expect(opencode.lastRun?.steps.map(({ finish }) => finish)).toEqual(['tool-calls', 'stop'])
})

test('fails a script that never ends, and says so', async () => {
  const opencode = fakeOpencode({ reply: [toolCall('bash', { command: 'again' })] })
  await run(opencode, await newSession(opencode), 'hi')
  expect(opencode.misses).toMatchObject([
    { kind: 'script', message: expect.stringContaining('more than 50 round-trips') },
  ])
})

test('a reply function that throws fails the step and stands in the misses', async () => {
  const opencode = fakeOpencode({
    script: [
      () => {
        throw new Error('my own bug')
      },
    ],
  })
  await run(opencode, await newSession(opencode), 'hi')
  expect(opencode.lastRun).toHaveFailedWith('my own bug')
  expect(opencode.misses[0]?.message).toContain('the script itself failed: my own bug')
})

test('a run of the preview and its messages read the same, from the fake and from the server', async () => {
  const opencode = fakeOpencode({ script: [toolCall('bash', { command: 'ls' }, 'a.txt'), 'There is one.'] })
  const session = await newSession(opencode)
  await run(opencode, session, 'hi')
  const read = RunResult.from(await messagesOf(opencode, session))
  expect(read.toString()).toContain('There is one.')
  for (const key of ['outcome', 'text', 'toolCalls', 'tokens', 'finish'] as const) {
    expect(opencode.lastRun?.[key]).toEqual(read[key])
  }
  expect(opencode.messages.get(session)).toEqual(read.messages)
})
