import { fakeOpencode, httpError, RunResult, runPrompt, toolCall, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { messagesOf, newSession, send, settle } from '../opencode/v2/v2-calls.ts'

test('a fake of 2.x is spoken to as such, without being asked what it is', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: ['Four.'] })
  const run = await runPrompt(opencode, 'What is 2 + 2?', { agent: 'plan', model: 'deepseek/deepseek-flash' })
  expect(run).toHaveOutcome('succeeded')
  expect(run).toHaveText('Four.')
  // A prompt of 2.x names neither: the session does.
  expect(run).toHaveSentPrompt('What is 2 + 2?')
  expect(opencode).toHaveSentPrompt('What is 2 + 2?', { agent: 'plan', model: 'deepseek/deepseek-flash' })
  expect(run.session).toMatchObject({ outcome: 'succeeded', agent: 'plan' })
  expect(opencode.requests.map(({ method, path }) => `${method} ${path.replace(/ses_\w+/, 'ID')}`).slice(0, 5)).toEqual(
    [
      'POST /api/session',
      'GET /api/event',
      'POST /api/session/ID/agent',
      'POST /api/session/ID/model',
      'POST /api/session/ID/prompt',
    ],
  )
  expect(run.events).toHaveEmittedInOrder(['session.inbox.enqueued', 'session.execution.succeeded'])
})

test('a base URL is asked what it is', async () => {
  fakeOpencode({ version: '2.0', baseUrl: 'http://two.test', script: ['from 2.x'] })
  expect(await runPrompt('http://two.test/', 'hi')).toHaveText('from 2.x')
  const one = fakeOpencode({ baseUrl: 'http://one.test', script: ['from 1.18'] })
  expect(await runPrompt('http://one.test', 'hi')).toHaveText('from 1.18')
  expect(one.misses).toEqual([])
})

test('the api option overrides what a server is', async () => {
  await expect(runPrompt(fakeOpencode({ version: '2.0' }), 'hi', { api: 'v1' })).rejects.toThrow(
    '/session answered 200',
  )
})

test('it goes on with a session, also one that is at work', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    script: ['One.', toolCall('bash', { command: 'a' }, { delay: 5 }), 'Two.'],
  })
  const first = await runPrompt(opencode, 'first')
  const sessionID = first.session?.id ?? ''
  await send(opencode, sessionID, 'second')
  const third = await runPrompt(opencode, 'third', { sessionID })
  expect(third).toHaveText('Two.')
  expect(third).toHaveSentPrompts(['second', 'third'])
})

test('a run that fails before its prompt is taken up has no messages, and is failed', async () => {
  const opencode = fakeOpencode({ version: '2.0', models: ['fake/fake-model'], script: ['One.'] })
  const first = await runPrompt(opencode, 'first')
  const run = await runPrompt(opencode, 'second', { sessionID: first.session?.id ?? '', model: 'none/none' })
  expect(run.messages).toEqual([])
  expect(run).toHaveOutcome('failed')
})

test('a stream that breaks does not keep it from the end', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: [turn({ text: 'late', delayFirst: 5 })] })
  const running = runPrompt(opencode, 'hi')
  await opencode.waitForPrompt()
  opencode.cutStreams('reset')
  expect(await running).toHaveText('late')
})

test('a call that fails rejects', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  await expect(runPrompt(opencode, 'hi', { sessionID: 'ses_none' })).rejects.toMatchObject({
    name: 'HttpCallError',
    status: 404,
  })
})

test('a long session is read page by page', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const id = await newSession(opencode)
  for (let count = 0; count < 70; count += 1) {
    await send(opencode, id, `prompt ${count}`)
    await settle(opencode, id)
  }
  const run = await runPrompt(opencode, 'the last', { sessionID: id })
  expect(run.messages.map((message) => Object(message).type)).toEqual(['user', 'assistant', 'idle'])
  expect(run).toHaveSentPrompt('the last')
})

test('the run is the same from the fake, from its messages and from its events', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    script: [toolCall('bash', { command: 'ls' }, 'a'), httpError(402, 'Insufficient Balance')],
  })
  const run = await runPrompt(opencode, 'hi')
  const id = run.session?.id ?? ''
  const same = [
    opencode.lastRun,
    RunResult.from(await messagesOf(opencode, id)),
    RunResult.from(opencode.events),
    RunResult.from(opencode),
  ]
  for (const other of same) {
    expect(other?.messages).toEqual(run.messages)
    expect(other).toHaveOutcome('failed')
    expect(other).toHaveFailedWith({ type: 'provider.quota', message: 'Insufficient Balance', status: 402 })
    expect(other).toHaveCalledTools([{ name: 'bash', input: { command: 'ls' } }])
    expect(other).toHaveCost(0.001)
    expect(other).toHaveTokens({ input: 10, output: 5 })
    expect(other).toHaveSteps(2)
    expect(other).toEndTurnWith('error')
  }
  expect(opencode).toHaveConsumedScript()
  expect(opencode.events).toHaveSettledOnce()
  expect(opencode.events).toHaveOnlyKnownEvents()
  expect(opencode.events).toHaveEmittedInOrder([
    'session.step.started',
    'session.step.failed',
    'session.execution.failed',
  ])
})

test('it works over a loopback port too', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: ['over a socket'] })
  expect(await runPrompt(await opencode.listen(), 'hi')).toHaveText('over a socket')
})
