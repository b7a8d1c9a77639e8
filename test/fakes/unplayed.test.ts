import { fakeOpencode, raw, runPrompt, toolCall, turn, type Reply } from 'opencode-testing'
import { expect, test } from 'vitest'
import { refusalOf } from '../opencode/bad-option.ts'

// What the vocabulary has and only fakeDeepSeek plays so far.

test.for<[what: string, reply: Reply]>([
  ['tool calls', toolCall('bash')],
  ['tool calls', ['text', toolCall('bash')]],
  ['tool calls', { toolCalls: [toolCall('bash')] }],
  ['raw blocks', [raw({ content: 'x' })]],
  ["cut 'reset'", { text: 'a b c', cut: 'reset' }],
  ["cut 'end'", { text: 'a b c', cut: { after: 1, how: 'end' } }],
  ['a connection that fails', { refuse: true }],
  ['a connection that fails', new Error('connect ECONNREFUSED')],
  ['omitFinish', { text: 'a', omitFinish: true }],
  ['malformedTail', { text: 'a', malformedTail: true }],
  ['errorFrame', { text: 'a', errorFrame: { error: 'x' } }],
  ['rawFrames', { text: 'a', rawFrames: ['data: x\n\n'] }],
  ["tool calls, cut 'end'", { toolCalls: [toolCall('bash')], cut: 'end' }],
])('fakeOpencode says that it does not play %s yet', ([what, reply]) => {
  const { path, message } = refusalOf(() => fakeOpencode({ script: ['fine', reply] }))
  expect(path).toBe('script[1]')
  expect(message).toContain(
    `expected a reply that fakeOpencode plays: it does not play ${what} yet (fakeDeepSeek does)`,
  )
})

test('a function that gives one fails the turn, and is a miss', async () => {
  const opencode = fakeOpencode({ script: [() => toolCall('bash')] })
  await runPrompt(opencode, 'Go')
  expect(opencode.lastRun).toHaveOutcome('failed')
  expect(opencode.misses).toMatchObject([
    { kind: 'script', message: expect.stringContaining('does not play tool calls') },
  ])
})

test('fields that do not concern it are no reason to refuse a turn', async () => {
  const fields = { omitDone: true, bytes: 3, keepAlive: 1000, usagePlacement: 'both', omitFinish: false } as const
  const opencode = fakeOpencode({ script: [turn({ text: 'Hi', ...fields, toolCalls: [], rawFrames: [] })] })
  expect((await runPrompt(opencode, 'Go')).text).toBe('Hi')
})
