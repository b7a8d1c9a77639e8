import { expect, test } from 'vitest'
import { WireDriftError } from '../../src/errors.ts'
import { parseSessionUpdated, parseSessionUpdatedProps } from '../../src/wire/parse-session-updated.ts'
import { parseStepUsage, parseStepUsageProps } from '../../src/wire/parse-step-usage.ts'
import { promptTokens } from '../../src/wire/tokens.ts'
import { readCapture } from '../fixtures/read-capture.ts'

const sessionID = 'ses_dd30d75efffe1NlNQFWuKFaLX2'
const stepFinish = {
  sessionID: 'ses_a',
  part: { type: 'step-finish', tokens: { input: 36, output: 20, reasoning: 0, cache: { read: 64, write: 0 } } },
}

test('reads the usage of each step of a recorded run', () => {
  const usages = readCapture('03-tool-bash-then-text').sse.map((event) =>
    parseStepUsage(event.type, JSON.stringify(event)),
  )
  // U(200, 30, 128) and U(300, 12, 256) of the recipe.
  expect(usages.filter((usage) => usage !== undefined)).toEqual([
    { sessionID, tokens: { total: 230, input: 72, output: 30, reasoning: 0, cache: { read: 128, write: 0 } } },
    { sessionID, tokens: { total: 312, input: 44, output: 12, reasoning: 0, cache: { read: 256, write: 0 } } },
  ])
})

test('reads the usage of a step from its properties alone', () => {
  const usage = { sessionID: 'ses_a', tokens: stepFinish.part.tokens }
  expect(parseStepUsage('message.part.updated', JSON.stringify(stepFinish))).toEqual(usage)
  expect(parseStepUsage('message.part.updated.1', JSON.stringify(stepFinish))).toEqual(usage)
  expect(parseStepUsageProps('message.part.updated', stepFinish)).toEqual(usage)
})

test.for(['session.next.step.ended', 'session.next.step.ended.2', 'session.step.ended'])(
  'reads the usage of %s',
  (type) => {
    const props = {
      sessionID: 'ses_a',
      finish: 'stop',
      cost: 0,
      tokens: { input: 1, output: 2, reasoning: 3, cache: { read: 4, write: 5 } },
    }
    expect(parseStepUsageProps(type, props)).toEqual({ sessionID: 'ses_a', tokens: props.tokens })
  },
)

test('reads no usage where no step ends', () => {
  expect(parseStepUsageProps('message.part.updated', { sessionID: 'ses_a', part: { type: 'text', text: '' } })).toBe(
    undefined,
  )
  expect(parseStepUsageProps('session.idle', stepFinish)).toBe(undefined)
  expect(parseStepUsageProps('message.part.updated', null)).toBe(undefined)
})

test('parses nothing of an event of another type', () => {
  expect(parseStepUsage('message.part.delta', 'no JSON')).toBe(undefined)
  expect(parseSessionUpdated('message.part.delta', 'no JSON')).toBe(undefined)
})

test('takes a counter that is missing for 0', () => {
  const props = { sessionID: 'ses_a', part: { type: 'step-finish', tokens: { input: 7 } } }
  expect(parseStepUsageProps('message.part.updated', props)?.tokens).toEqual({
    input: 7,
    output: 0,
    reasoning: 0,
    cache: { read: 0, write: 0 },
  })
})

test.for<[path: string, tokens: unknown]>([
  ['part.tokens', 'many'],
  ['part.tokens.input', { input: '36' }],
  ['part.tokens.output', { output: {} }],
  ['part.tokens.cache', { cache: 64 }],
  ['part.tokens.cache.read', { cache: { read: true } }],
  ['part.tokens.total', { total: [] }],
])('tells that %s has drifted', ([path, tokens]) => {
  const read = (): unknown =>
    parseStepUsageProps('message.part.updated', { sessionID: 'ses_a', part: { type: 'step-finish', tokens } })
  expect(read).toThrow(WireDriftError)
  expect(read).toThrow(`message.part.updated: ${path}: expected`)
})

test('tells that usage has lost its session', () => {
  expect(() => parseStepUsageProps('message.part.updated', { part: stepFinish.part })).toThrow(
    'sessionID: expected a string',
  )
})

test('tells that an event which carries usage is no JSON', () => {
  expect(() => parseStepUsage('message.part.updated', '{"part":')).toThrow(WireDriftError)
  expect(() => parseSessionUpdated('session.updated', '{"info":')).toThrow('session.updated: data: expected JSON')
})

test('reads what a session used so far', () => {
  const usages = readCapture('03-tool-bash-then-text').sse.map((event) =>
    parseSessionUpdated(event.type, JSON.stringify(event)),
  )
  const last = usages.findLast((usage) => usage !== undefined)
  expect(last).toEqual({
    sessionID,
    modelID: 'deepseek-chat',
    providerID: 'deepseek',
    // 72 + 44 and 30 + 12
    inputTokens: 116,
    outputTokens: 42,
    // 36.344 and 24.528 millionths
    costUSD: expect.closeTo(0.000060872, 9),
    costMalformed: false,
  })
})

test('reads a session that has used nothing as zeros', () => {
  // So 1.3.2 sends it (facts/opencode-1x.md section 14).
  expect(parseSessionUpdatedProps({ info: { id: 'ses_a', time: {} } })).toEqual({
    sessionID: 'ses_a',
    modelID: '',
    providerID: '',
    inputTokens: 0,
    outputTokens: 0,
    costUSD: 0,
    costMalformed: false,
  })
})

test.for<[cost: unknown, costUSD: number, costMalformed: boolean]>([
  [0.5, 0.5, false],
  [{ cost: 0.5 }, 0.5, false],
  [null, 0, false],
  ['0.5', 0, true],
  [{ total: 0.5 }, 0, true],
  [[0.5], 0, true],
])('reads the cost %j as %d USD', ([cost, costUSD, costMalformed]) => {
  expect(parseSessionUpdatedProps({ sessionID: 'ses_a', info: { cost } })).toMatchObject({ costUSD, costMalformed })
})

test('reads no usage of a session without its info', () => {
  expect(parseSessionUpdatedProps({ sessionID: 'ses_a' })).toBe(undefined)
  expect(parseSessionUpdatedProps(undefined)).toBe(undefined)
})

test('tells that the tokens of a session have drifted', () => {
  const props = { sessionID: 'ses_a', info: { tokens: { input: '1' } } }
  expect(() => parseSessionUpdatedProps(props)).toThrow(
    'session.updated: info.tokens.input: expected a number, received "1"',
  )
})

test('counts the cache as part of the prompt', () => {
  expect(promptTokens({ input: 36, output: 20, reasoning: 5, cache: { read: 64, write: 3 } })).toBe(103)
})
