import { expect, test } from 'vitest'
import { parseAssistantTurnEnd } from '../../src/wire/parse-assistant-turn-end.ts'
import { parseEnvelope } from '../../src/wire/parse-envelope.ts'
import { parseMessageLevelProgress } from '../../src/wire/parse-message-level-progress.ts'
import { parseSessionError } from '../../src/wire/parse-session-error.ts'
import { parseSessionUpdated } from '../../src/wire/parse-session-updated.ts'
import { parseStepUsage } from '../../src/wire/parse-step-usage.ts'
import {
  interrupted,
  plainReply,
  refused as refusedV2,
  retried,
  toolCall,
  type V2Session,
} from '../fixtures/v2/runs.ts'
import { recordedStream } from './recorded-streams.ts'

// What the same few scripts read as in every version and on every stream. The model's usage is in `captures/RECIPES.md`: a text is
// U(100, 20, 64), a tool call U(200, 30, 128), where U(prompt, completion, cache hit, reasoning).

/** Tokens: input (prompt - cache hit), output (completion - reasoning), reasoning, cache read (cache hit). */
type Counts = readonly [input: number, output: number, reasoning: number, cacheRead: number]

interface Reading {
  readonly steps: readonly Counts[]
  /** Of the last `session.updated`; USD. */
  readonly session?: readonly [input: number, output: number, costUSD: number]
  /** The finish reason of each step, or the name of its error. */
  readonly ends: readonly string[]
  readonly errors: readonly string[]
  /** In 1.x: how often the prompt's message was sent, and the steps completed. Later: prompts taken up, and steps over. */
  readonly progress: number
}

const text: Counts = [36, 20, 0, 64]
const tool: Counts = [72, 30, 0, 128]
// U(300, 12, 256), and U(120, 40, 64, 25)
const toolText: Counts = [44, 12, 0, 256]
const thought: Counts = [56, 15, 25, 64]

const plain: Reading = { steps: [text, text], ends: ['stop', 'stop'], errors: [], progress: 6 + 2 }
const bash: Reading = { steps: [tool, toolText], ends: ['tool-calls', 'stop'], errors: [], progress: 4 + 2 }
const refused: Reading = { steps: [], ends: ['APIError'], errors: ['APIError'], progress: 2 + 1 }
// Steps cost 36 * 0.28 + 20 * 0.42 + 64 * 0.028 = 20.272, 36.344 and 24.528 millionths (`run-expectations.ts`).
const plainTotal = [72, 40, 0.000040544] as const
const bashTotal = [116, 42, 0.000060872] as const

test.for<[stream: string, reading: Reading]>([
  // 1.3.2 has no usage on sessions, and counts reasoning as output too.
  ['1.3.2/01-plain-text sse', { ...plain, session: [0, 0, 0] }],
  ['1.3.2/01-plain-text globalSse', { ...plain, session: [0, 0, 0] }],
  [
    '1.3.2/02-reasoning-then-text sse',
    { steps: [[56, 40, 25, 64]], session: [0, 0, 0], ends: ['stop'], errors: [], progress: 3 + 1 },
  ],
  ['1.3.2/03-tool-bash-then-text sse', { ...bash, session: [0, 0, 0] }],
  ['1.3.2/09a-http-401 sse', { ...refused, session: [0, 0, 0] }],
  ['1.15.13/01-plain-text sse', { ...plain, session: plainTotal }],
  // Each durable event comes twice, as itself and as its sync twin.
  [
    '1.15.13/01-plain-text globalSse',
    {
      steps: [text, text, text, text],
      session: plainTotal,
      ends: ['stop', 'stop', 'stop', 'stop'],
      errors: [],
      progress: 16,
    },
  ],
  ['1.15.13/03-tool-bash-then-text sse', { ...bash, session: bashTotal }],
  // With the experimental event system the usage of each step comes twice, and the prompt once more.
  [
    'exp-1.15.13/01-plain-text-exp sse',
    { steps: [thought, thought], session: [56, 15, 0.000034272], ends: ['stop'], errors: [], progress: 3 + 1 + 2 },
  ],
  [
    'exp-1.15.13/03-tool-exp sse',
    {
      steps: [tool, tool, text, text],
      session: [108, 50, 0.000056616],
      ends: ['tool-calls', 'stop'],
      errors: [],
      progress: 4 + 2 + 3,
    },
  ],
  [
    'exp-1.18.8/03-tool-exp sse',
    { steps: [tool, text], session: [108, 50, 0.000056616], ends: ['tool-calls', 'stop'], errors: [], progress: 4 + 2 },
  ],
  ['1.18.8/01-plain-text sse', { ...plain, session: plainTotal }],
  ['1.18.10/03-tool-bash-then-text sse', { ...bash, session: bashTotal }],
  [
    '1.18.20/08b-stream-ends-no-finish-no-done sse',
    { steps: [[0, 0, 0, 0]], session: [0, 0, 0], ends: ['unknown'], errors: [], progress: 3 + 1 },
  ],
  [
    '1.18.21/08b-stream-ends-no-finish-no-done sse',
    {
      steps: [[0, 0, 0, 0], text],
      session: [36, 20, 0.000020272],
      ends: ['unknown', 'stop'],
      errors: [],
      progress: 4 + 2,
    },
  ],
  ['1.18.26/09a-http-401 sse', { ...refused, session: [0, 0, 0] }],
  ['1.18.33/01-plain-text sse', { ...plain, session: plainTotal }],
  ['1.18.33/03-tool-bash-then-text sse', { ...bash, session: bashTotal }],
  [
    '1.18.33/07-abort-mid-stream sse',
    { steps: [], session: [0, 0, 0], ends: ['MessageAbortedError'], errors: ['MessageAbortedError'], progress: 2 + 1 },
  ],
  // Structured output: the same step completes twice.
  [
    '1.18.33/15j-structured-output sse',
    { steps: [tool], session: [72, 30, 0.000036344], ends: ['tool-calls', 'tool-calls'], errors: [], progress: 1 + 2 },
  ],
  // The preview API: usage and errors are on the steps, and sessions have none. Its first script has no usage of its own: U(100, 20, 64).
  ['1.18.33-api/01-plain-text sse /api/event', { steps: [text], ends: ['stop'], errors: [], progress: 1 + 1 }],
  [
    '1.18.33-api/02-reasoning sse /api/event',
    { steps: [[36, 20, 30, 64], text], ends: ['stop', 'stop'], errors: [], progress: 2 + 2 },
  ],
  [
    '1.18.33-api/03-tool-then-text sse /api/event',
    { steps: [text, text], ends: ['tool-calls', 'stop'], errors: [], progress: 1 + 2 },
  ],
  ['1.18.33-api/07a-401 sse /api/event', { steps: [], ends: ['unknown'], errors: ['unknown'], progress: 1 + 1 }],
  ['1.18.33-api/14-framing sse v1 /event', { steps: [text], ends: ['stop'], errors: [], progress: 1 + 1 }],
  [
    '1.18.33-api/14-framing sse v1 /global/event',
    { steps: [text, text], ends: ['stop', 'stop'], errors: [], progress: 4 },
  ],
])('reads %s', ([stream, { session, ...expected }]) => {
  const reading = read(recordedStream(stream))
  expect(reading).toMatchObject(expected)
  expect(reading.session).toEqual(session && [session[0], session[1], expect.closeTo(session[2], 12)])
})

// No server of 2.x was recorded: these are written from the facts, and fit their schema.
test.for<[name: string, session: V2Session, reading: Reading]>([
  ['a reply', plainReply, { steps: [text], ends: ['stop'], errors: [], progress: 1 + 1 }],
  ['a tool call', toolCall, { steps: [tool, text], ends: ['tool-calls', 'stop'], errors: [], progress: 1 + 2 }],
  ['a refusal', refusedV2, { steps: [], ends: ['provider.auth'], errors: ['provider.auth'], progress: 1 + 1 }],
  ['a retry', retried, { steps: [text], ends: ['stop'], errors: [], progress: 1 + 1 }],
  ['an interruption', interrupted, { steps: [], ends: ['aborted'], errors: [], progress: 1 + 1 }],
])('reads %s of 2.x', ([, { events }, reading]) => {
  expect(read(events)).toEqual(reading)
})

test('reads the stored rows of a session as the stream that stored them', () => {
  // 17 asks for every session of the server: that of 01 is among them, of which /global/event was recorded too.
  const session = 'ses_dd30415dbffemTWa5h6E4i61Za'
  const rows = recordedStream('1.18.10/17-sync-history http[1]').filter(({ aggregate_id: id }) => id === session)
  expect(read(rows)).toMatchObject({ ...plain, session: [72, 40, expect.closeTo(0.000040544, 12)] })
  const envelopes = [rows, recordedStream('1.18.10/01-plain-text globalSse')].map((frames) =>
    frames
      .map((frame) => parseEnvelope(JSON.stringify(frame)))
      .filter(({ seq }) => seq !== undefined)
      .map(({ id, type, seq, sessionID, props }) => ({ id, type, seq, sessionID, props })),
  )
  const [stored = [], twins = []] = envelopes
  expect(stored.length).toBeGreaterThan(25)
  expect(stored.slice(-twins.length)).toEqual(twins)
})

test('reads the history of a session of the preview API as the stream', () => {
  const names = ['sse /api/session/ses_dd3020eeaffeBD0lCDFHxgv9J2/event', 'http[5]']
  const [live, stored] = names.map((name) => read(recordedStream(`1.18.33-api/03-tool-then-text ${name}`)))
  expect(live?.steps).toEqual([text, text])
  expect(stored).toEqual(live)
})

const found = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value) => value !== undefined)

function read(frames: readonly object[]): Reading {
  const events = frames.map((frame) => {
    const json = JSON.stringify(frame)
    return { json, ...parseEnvelope(json) }
  })
  const session = found(events.map(({ type, json }) => parseSessionUpdated(type, json))).at(-1)
  return {
    steps: found(events.map(({ type, json }) => parseStepUsage(type, json))).map(
      ({ tokens }) => [tokens.input, tokens.output, tokens.reasoning, tokens.cache.read] as const,
    ),
    ...(session && { session: [session.inputTokens, session.outputTokens, session.costUSD] as const }),
    ends: found(events.map(({ type, props }) => parseAssistantTurnEnd(type, props))).map(
      ({ finish, error }) => error?.name ?? finish ?? '',
    ),
    errors: found(events.map(({ type, props }) => parseSessionError(type, props))).map(({ name }) => name),
    progress: found(events.map(({ type, props }) => parseMessageLevelProgress(type, props))).length,
  }
}
