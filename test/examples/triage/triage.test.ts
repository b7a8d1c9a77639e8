import { createOpencodeClient } from '@opencode-ai/sdk'
import { createOpencodeClient as createV2Client } from '@opencode-ai/sdk/v2'
import { fakeOpencode, httpError, reasoning, RunResult, turn } from 'opencode-testing'
import { test } from 'opencode-testing/vitest'
import { afterEach, expect, vi } from 'vitest'
import { triage } from './triage.ts'

afterEach(() => vi.useRealTimers())

test('reports the label an agent gives', async ({ opencode }) => {
  opencode.script('Nobody can log in.\nlabel: bug')
  const report = await triage('Fix the login bug')
  expect(report).toMatchObject({ label: 'bug', text: 'Nobody can log in.\nlabel: bug' })
  expect(report).not.toHaveProperty('failure')
  expect(opencode).toHaveSentPrompt('Fix the login bug', { times: 1 })
  expect(opencode.lastRun).toHaveOutcome('succeeded')
  expect(opencode.lastRun).toEndTurnWith('stop')
})

test('passes on the answer as it streams, without the reasoning before it', async ({ opencode }) => {
  opencode.script([reasoning('Login fails, so it is a bug.'), 'Nobody can log in.\nlabel: bug'])
  const heard: string[] = []
  await triage('Fix the login bug', { onText: (text) => heard.push(text) })
  expect(heard.join('')).toBe('Nobody can log in.\nlabel: bug')
  expect(heard.length).toBeGreaterThan(1)
})

test('reports what the run cost', async () => {
  const usage = { prompt: 1000, completion: 200, cacheHit: 600, reasoning: 50 }
  const opencode = fakeOpencode({
    script: [turn({ text: 'label: bug', usage })],
    prices: { 'fake-model': { input: 0.5, output: 2, cacheRead: 0.05 } },
  })
  const report = await triage('Fix the login bug')
  expect(report.tokens).toEqual({ input: 400, output: 150, reasoning: 50, cached: 600 })
  // (400 × 0.5 + (150 + 50) × 2 + 600 × 0.05) / 1,000,000
  expect(report.cost).toBeCloseTo(0.00063, 9)
  expect(opencode.lastRun).toHaveCost(0.00063)
})

test('adds up the steps of a run and answers with the last', async ({ opencode }) => {
  opencode.script(turn({ text: 'Let me look.', finish: 'tool_calls' }), 'label: docs')
  const report = await triage('The README is wrong')
  expect(report).toMatchObject({ label: 'docs', text: 'label: docs', tokens: { input: 20, output: 10 } })
  expect(report.cost).toBeCloseTo(0.002, 9)
  expect(opencode.lastRun).toHaveCost(0.002)
})

test('says that an answer has no label', async ({ opencode }) => {
  opencode.script(turn({ text: 'Nobody can log in, which', finish: 'length' }))
  const report = await triage('Fix the login bug')
  expect(report.failure).toEqual({ kind: 'answer', message: 'the answer has no label line' })
  expect(opencode.lastRun).toHaveOutcome('succeeded')
  expect(opencode.lastRun).toEndTurnWith('length')
})

test('reports a failed run', async ({ opencode }) => {
  opencode.script(httpError(401, 'Authentication Fails'))
  const report = await triage('Fix the login bug')
  expect(report).toMatchObject({ cost: 0, failure: { kind: 'agent', message: 'Authentication Fails' } })
  expect(report).not.toHaveProperty('label')
  expect(opencode.lastRun).toHaveOutcome('failed')
})

test('waits while the server tries again', async () => {
  const opencode = fakeOpencode({ script: [httpError(429), 'label: bug'], retryDelay: 'none' })
  expect(await triage('Fix the login bug')).toMatchObject({ label: 'bug' })
  expect(opencode.lastRun).toHaveOutcome('succeeded')
  expect(opencode.events).toContainEqual(
    expect.objectContaining({
      type: 'session.status',
      properties: expect.objectContaining({ status: expect.objectContaining({ type: 'retry', attempt: 1 }) }),
    }),
  )
})

test('stops an agent that stalls', async ({ opencode }) => {
  vi.useFakeTimers()
  opencode.script(turn({ text: 'Nobody can log in, but', cut: 'hang' }))
  const heard: string[] = []
  const report = triage('Fix the login bug', { onText: (text) => heard.push(text) })
  await vi.waitFor(() => expect(heard.join('')).toBe('Nobody can log in, but'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await report).toMatchObject({
    text: 'Nobody can log in, but',
    failure: { kind: 'stopped', message: 'the agent was not done after 120000 ms' },
  })
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test('stops an agent when it is told to', async ({ opencode }) => {
  opencode.script(turn({ text: 'Nobody can log in, but', cut: 'hang' }))
  const stop = new AbortController()
  const report = await triage('Fix the login bug', { signal: stop.signal, onText: () => stop.abort() })
  expect(report.failure).toEqual({ kind: 'stopped', message: 'cancelled' })
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test('says so when somebody else stops the agent', async ({ opencode }) => {
  opencode.script(turn({ text: 'Nobody can log in, but', cut: 'hang' }))
  const client = createOpencodeClient({ baseUrl: opencode.url })
  const report = triage('Fix the login bug')
  const { sessionID } = await opencode.waitForPrompt()
  await client.session.abort({ path: { id: sessionID } })
  expect((await report).failure).toEqual({ kind: 'stopped', message: 'Aborted' })
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test('gives up on a stalled agent that cannot be told to stop', async ({ opencode }) => {
  opencode.script(turn({ text: 'Nobody can log in, but', cut: 'hang' }))
  opencode.fail('POST', /\/session\/.*\/abort/, { error: new Error('read ECONNRESET') })
  const stop = new AbortController()
  const report = await triage('Fix the login bug', { signal: stop.signal, onText: () => stop.abort() })
  expect(report.failure).toEqual({ kind: 'stopped', message: 'cancelled' })
  expect(opencode.lastRun).toHaveOutcome(null)
})

test('reports a server that cannot open a session', async ({ opencode }) => {
  opencode.fail('POST', '/session', { status: 503 })
  const report = await triage('Fix the login bug')
  expect(report.failure).toEqual({ kind: 'server', message: 'Service Unavailable' })
  expect(opencode).not.toHaveSentPrompt('Fix the login bug')
  expect(opencode.runs).toEqual([])
})

test('reports a server that is not reachable', async ({ opencode }) => {
  opencode.fail('POST', '/session', { error: new Error('connect ECONNREFUSED 127.0.0.1:4096') })
  const report = await triage('Fix the login bug')
  expect(report.failure).toEqual({
    kind: 'server',
    message: 'fetch failed: connect ECONNREFUSED 127.0.0.1:4096',
  })
})

test('sends no prompt when the events cannot be heard', async ({ opencode }) => {
  opencode.fail('GET', '/event', { status: 502 })
  const report = await triage('Fix the login bug')
  expect(report.failure).toEqual({
    kind: 'server',
    message: 'the event stream ended before the run: SSE failed: 502 Bad Gateway',
  })
  expect(opencode.prompts).toEqual([])
})

test('reports a session that the server does not know', async ({ opencode }) => {
  const report = await triage('Fix the login bug', { sessionID: 'ses_lost' })
  expect(report.failure).toEqual({ kind: 'server', message: 'Session not found: ses_lost' })
  expect(opencode.requests.at(-1)).toMatchObject({ method: 'POST', path: '/session/ses_lost/prompt_async' })
})

test('goes on in a session', async ({ opencode }) => {
  opencode.script('label: question', 'Nobody can log in.\nlabel: bug')
  await triage('Is this a bug?')
  const [sessionID = ''] = opencode.sessions.keys()
  expect(await triage('Fix the login bug', { sessionID })).toMatchObject({ label: 'bug' })
  expect(opencode).toHaveSentPrompt('Fix the login bug', { sessionID })
  expect(opencode.runs).toHaveLength(2)
  expect(opencode.runs[1]?.session).toMatchObject({ id: sessionID, cost: 0.002 })
})

test('reports an agent that does not exist', async ({ opencode }) => {
  const report = await triage('Fix the login bug', { agent: 'triage' })
  expect(report.failure).toEqual({
    kind: 'agent',
    message: 'Agent not found: "triage". Available agents: build, explore, general, plan',
  })
  expect(opencode.requests.at(-1)?.body).toMatchObject({ agent: 'triage' })
})

test('asks the agent it is told to', async ({ opencode }) => {
  opencode.addAgent('triage')
  opencode.script('label: bug')
  await triage('Fix the login bug', { agent: 'triage' })
  expect(opencode).toHaveSentPrompt('Fix the login bug', { agent: 'triage' })
  expect(opencode.lastRun).toHaveOutcome('succeeded')
})

// Side by side each test has a fake on an origin of its own, so the program is told where it is.
test.concurrent('reports a bug', async ({ opencode }) => {
  opencode.script(turn({ text: 'label: bug', delayFirst: 20 }))
  expect(await triage('Fix the login bug', { baseUrl: opencode.url })).toMatchObject({ label: 'bug' })
  expect(opencode.prompts).toEqual(['Fix the login bug'])
})

test.concurrent('reports a question', async ({ opencode }) => {
  opencode.script(turn({ text: 'label: question', delayFirst: 10 }))
  expect(await triage('Is this a bug?', { baseUrl: opencode.url })).toMatchObject({ label: 'question' })
  expect(opencode.prompts).toEqual(['Is this a bug?'])
})

test('answers the v2 client as well', async ({ opencode }) => {
  opencode.script('Nobody can log in.\nlabel: bug')
  const client = createV2Client({ baseUrl: opencode.url })
  const { data: session } = await client.session.create({ title: 'Issue triage' }, { throwOnError: true })
  const parts = [{ type: 'text' as const, text: 'Fix the login bug' }]
  const answer = await client.session.prompt({ sessionID: session.id, agent: 'plan', parts })
  expect(RunResult.from(answer).text).toBe('Nobody can log in.\nlabel: bug')
  expect(answer).toHaveOutcome('succeeded')
  expect(opencode).toHaveSentPrompt('Fix the login bug', { agent: 'plan', sessionID: session.id })
})
