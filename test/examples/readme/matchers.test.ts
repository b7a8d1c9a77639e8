import { fakeOpencode, httpError, reasoning, runPrompt, toolCall, turn } from 'opencode-testing'
import { expect, test } from 'vitest'

test('toHaveOutcome', async () => {
  const opencode = fakeOpencode({ script: [httpError(401, 'Authentication Fails'), 'label: bug'] })
  await runPrompt(opencode, 'Fix the login bug')
  expect(opencode.lastRun).toHaveOutcome('failed')
  expect(opencode.lastRun).not.toHaveOutcome('interrupted')
  expect(await runPrompt(opencode, 'Fix the login bug')).toHaveOutcome('succeeded')
})

test('toHaveSentPrompt', async () => {
  const opencode = fakeOpencode()
  await runPrompt(opencode, 'Fix the login bug', { agent: 'plan', model: 'deepseek/deepseek-flash' })
  expect(opencode).toHaveSentPrompt('Fix the login bug')
  expect(opencode).toHaveSentPrompt(/login/, { times: 1, agent: 'plan', model: 'deepseek/deepseek-flash' })
  expect(opencode).toHaveSentPrompt(expect.stringContaining('login'), { model: { providerID: 'deepseek' } })
  expect(opencode).not.toHaveSentPrompt('login')
})

test('toEndTurnWith', async () => {
  const opencode = fakeOpencode({ script: [turn({ text: 'label: b', finish: 'length' }), httpError(402)] })
  await runPrompt(opencode, 'Fix the login bug')
  expect(opencode.lastRun).toEndTurnWith('length')
  await runPrompt(opencode, 'Fix the login bug')
  expect(opencode.lastRun).toEndTurnWith(undefined)
})

test('toHaveCost', async () => {
  const usage = { prompt: 1000, completion: 200, cacheHit: 600, reasoning: 50 }
  const opencode = fakeOpencode({
    script: [turn({ text: 'label: bug', usage })],
    prices: { 'fake-model': { input: 0.5, output: 2, cacheRead: 0.05 } },
  })
  await runPrompt(opencode, 'Fix the login bug')
  // (400 × 0.5 + 200 × 2 + 600 × 0.05) / 1,000,000
  expect(opencode.lastRun).toHaveCost(0.00063)
  expect(opencode.lastRun).toHaveCost(0.0006, { within: 0.0001 })
})

test('toHaveText, toHaveReasoning, toHaveSteps', async () => {
  const opencode = fakeOpencode({ script: [[reasoning('Login fails: a bug.'), 'label: bug']] })
  await runPrompt(opencode, 'Fix the login bug')
  expect(opencode.lastRun).toHaveText('label: bug')
  expect(opencode.lastRun).toHaveText(/^label: \w+$/)
  expect(opencode.lastRun).toHaveReasoning(/a bug/)
  expect(opencode.lastRun).toHaveSteps(1)
})

test('toHaveCostBelow, toHaveTokens', async () => {
  const usage = { prompt: 1000, completion: 200, cacheHit: 600, reasoning: 50 }
  const opencode = fakeOpencode({ script: [turn({ text: 'label: bug', usage })], cost: 0.001 })
  await runPrompt(opencode, 'Fix the login bug')
  expect(opencode.lastRun).toHaveCostBelow(0.01)
  expect(opencode.lastRun).toHaveTokens({ input: 400, cache: { read: 600 } })
  expect(opencode.lastRun).toHaveTokens({ total: expect.closeTo(1200, -2) })
})

test('toHaveFailedWith', async () => {
  const opencode = fakeOpencode({ script: [httpError(401, 'Authentication Fails')] })
  await runPrompt(opencode, 'Fix the login bug')
  expect(opencode.lastRun).toHaveFailedWith('Authentication')
  expect(opencode.lastRun).toHaveFailedWith({ name: 'APIError', status: 401 })
})

test('toHaveCalledTool, toHaveCalledTools', async () => {
  const script = [
    toolCall('lookup', { issue: 7, fields: ['title'] }, 'The login fails'),
    toolCall('label', { issue: 7, name: 'bug' }, 'ok'),
    'Done.',
  ]
  const opencode = fakeOpencode({ script })
  await runPrompt(opencode, 'Label issue 7')
  expect(opencode.lastRun).toHaveCalledTool('lookup', { issue: 7 })
  expect(opencode.lastRun).not.toHaveCalledTool(/^delete/)
  expect(opencode.lastRun).toHaveCalledTools(['lookup', { name: 'label', input: { name: 'bug' } }])
})

test('toHaveSentPrompts', async () => {
  const opencode = fakeOpencode()
  await runPrompt(opencode, 'Fix the login bug')
  await runPrompt(opencode, 'Release it', { agent: 'plan' })
  expect(opencode).toHaveSentPrompts([/login/, { text: 'Release it', agent: 'plan' }])
})

test('the matchers of events', async () => {
  const opencode = fakeOpencode({ script: [httpError(401)] })
  await runPrompt(opencode, 'Fix the login bug')
  expect(opencode).toHaveEmitted('session.error', { error: { name: 'APIError' } })
  expect(opencode.lastRun).toHaveEmittedInOrder([
    { type: 'session.status', properties: { status: { type: 'busy' } } },
    'session.error',
    'session.idle',
  ])
  expect(opencode).toHaveOnlyKnownEvents()
})

test('toHaveAskedPermission, toHaveAsked', async () => {
  const question = { question: 'Which label?', header: 'Label', options: [{ label: 'bug', description: '' }] }
  const opencode = fakeOpencode({
    permissions: { bash: 'ask' },
    script: [[toolCall('bash', { command: 'npm publish' }), toolCall('question', { questions: [question] })]],
  })
  const stop = new AbortController()
  const run = runPrompt(opencode, 'Release it', { signal: stop.signal })
  await expect.poll(() => opencode).toHaveAskedPermission('bash', ['npm publish'])
  await expect.poll(() => opencode).toHaveAsked('Which label?')
  stop.abort()
  await expect(run).rejects.toThrow()
})

test('a snapshot of a run', async () => {
  const opencode = fakeOpencode({ script: ['label: bug'] })
  await runPrompt(opencode, 'Fix the login bug')
  expect(opencode.lastRun).toMatchInlineSnapshot(`
    RunResult {
      "cost": "0.001 USD",
      "finish": "stop",
      "messages": [
        {
          "agent": "build",
          "id": "msg_1",
          "model": {
            "modelID": "fake-model",
            "providerID": "fake",
          },
          "origin": "user",
          "role": "user",
          "sessionID": "ses_1",
          "text": "Fix the login bug",
        },
        {
          "cost": "0.001 USD",
          "finish": "stop",
          "id": "msg_2",
          "promptID": "msg_1",
          "role": "assistant",
          "sessionID": "ses_1",
          "text": "label: bug",
          "tokens": {
            "cache": {
              "read": 0,
              "write": 0,
            },
            "input": 10,
            "output": 5,
            "reasoning": 0,
            "total": 15,
          },
        },
      ],
      "outcome": "succeeded",
      "tokens": {
        "cache": {
          "read": 0,
          "write": 0,
        },
        "input": 10,
        "output": 5,
        "reasoning": 0,
        "total": 15,
      },
    }
  `)
})
