import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { WireDriftError } from '../../src/errors.ts'
import { decodeEvents } from '../../src/wire/decode-events.ts'
import type { Envelope } from '../../src/wire/envelope.ts'
import { eventTypeOf } from '../../src/wire/event-type-of.ts'
import { isKnownEventType } from '../../src/wire/is-known-event-type.ts'
import { parseAssistantTurnEnd } from '../../src/wire/parse-assistant-turn-end.ts'
import { parseEnvelope } from '../../src/wire/parse-envelope.ts'
import { parseMessageLevelProgress } from '../../src/wire/parse-message-level-progress.ts'
import { parseSessionError } from '../../src/wire/parse-session-error.ts'
import { parseSessionUpdated, parseSessionUpdatedProps } from '../../src/wire/parse-session-updated.ts'
import { parseStepUsage, parseStepUsageProps } from '../../src/wire/parse-step-usage.ts'
import { readEnvelope } from '../../src/wire/read-envelope.ts'
import { sessionIDFromProps } from '../../src/wire/session-id-from-props.ts'
import { toOpencodeEvent } from '../../src/wire/to-opencode-event.ts'
import { interrupted, plainReply, refused, toolCall } from '../fixtures/v2/runs.ts'
import { mutated } from './mutated.ts'
import { type RecordedFrame, recordedStream, recordedStreams } from './recorded-streams.ts'

test.for([
  '1.3.2/03-tool-bash-then-text sse',
  '1.15.13/01-plain-text globalSse',
  '1.18.33/12a-question-reply sse',
  '1.18.33-api/02-reasoning sse /api/event',
])('gives the same events of %s, wherever its bytes are split', async (name) => {
  const frames = recordedStream(name)
  const wanted = frames.map((frame) => parseEnvelope(JSON.stringify(frame)))
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
  const between = fc.constantFrom('', ': heartbeat', ':', 'id: 7', 'retry: 3000')
  await fc.assert(
    fc.asyncProperty(
      lineEnd,
      between,
      fc.boolean(),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
      async (...args) => {
        const [end, line, isWeb, places] = args
        const text = frames
          .map((frame) => `${line === '' ? '' : line + end}data: ${JSON.stringify(frame)}${end}${end}`)
          .join('')
        const bytes = new TextEncoder().encode(text)
        const cuts = [0, ...places.map((place) => Math.floor(place * bytes.length)), bytes.length].toSorted(
          (a, b) => a - b,
        )
        const chunks = cuts.slice(1).map((cut, index) => bytes.slice(cuts[index], cut))
        expect(await all(decodeEvents(isWeb ? web(chunks) : iterable(chunks)))).toEqual(wanted)
      },
    ),
    { numRuns: 25 },
  )
})

test('gives the events around a character that is torn in two', async () => {
  const frame = { type: 'message.part.delta', properties: { sessionID: 'ses_a', delta: 'größer → 😀' } }
  const bytes = new TextEncoder().encode(`data: ${JSON.stringify(frame)}\n\n`)
  const text = fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: bytes.length })
  await fc.assert(
    fc.asyncProperty(text, async (places) => {
      const cuts = [0, ...places, bytes.length].toSorted((a, b) => a - b)
      const chunks = cuts.slice(1).map((cut, index) => bytes.slice(cuts[index], cut))
      expect(await all(decodeEvents(iterable(chunks)))).toMatchObject([{ props: frame.properties }])
    }),
  )
})

const ofV2 = [plainReply, toolCall, refused, interrupted].flatMap(({ events }) =>
  events.map((event): RecordedFrame => ({ ...event })),
)

/** One recorded frame of each type in each wrapping, and those of 2.x. */
const samples: readonly RecordedFrame[] = [
  ...new Map(
    [...recordedStreams().flatMap(({ frames }) => frames), ...ofV2].map(
      (frame) => [`${eventTypeOf(JSON.stringify(frame))} ${Object.keys(frame).join()}`, frame] as const,
    ),
  ).values(),
]

/** Those that carry usage, which is where most can go wrong, as often as all. */
const usageBearing = samples.filter((sample) => /"tokens":|"info":/.test(JSON.stringify(sample)))
const weighted = [...samples, ...usageBearing, ...usageBearing, ...usageBearing]

test('answers any mutation of a frame with a value, undefined or a drift', () => {
  const seen = new Set<Answer>()
  fc.assert(
    fc.property(mutated(weighted), fc.constantFrom(...samples), (json, other) => {
      // Types as the frame has it, as another frame has it, and both with a schema version.
      const types = [eventTypeOf(json) ?? '', eventTypeOf(JSON.stringify(other)) ?? '']
      for (const type of [...types, ...types.map((name) => `${name}.1`)]) {
        for (const read of [parseStepUsage, parseSessionUpdated]) seen.add(answerOf(() => read(type, json)))
      }
      seen.add(answerOf(() => parseEnvelope(json)))
    }),
    { numRuns: 2000 },
  )
  expect(seen).toEqual(new Set(['value', 'undefined', 'drift']))
})

test('reads the same usage of a text as of what it parses to, and none of a text that is no JSON', () => {
  const samplesOfSteps = samples.filter((sample) => JSON.stringify(sample).includes('"tokens":'))
  fc.assert(
    fc.property(mutated(samplesOfSteps), (json) => {
      const type = eventTypeOf(json) ?? ''
      const value = parsed(json)
      const read = outcomeOf(() => parseStepUsage(type, json))
      if (value === json) expect(read).not.toHaveProperty('usage')
      else expect(read).toEqual(outcomeOf(() => parseStepUsageProps(type, readEnvelope(value)?.props)))
    }),
    { numRuns: 5000 },
  )
})

test('answers any mutation of properties with a value, undefined or, of usage, a drift, and leaves them as they were', () => {
  const seen = new Set<Answer>()
  fc.assert(
    fc.property(mutated(weighted), fc.constantFrom(...samples), (json, other) => {
      const value = parsed(json)
      const event = frozen(value)
      const envelope = readEnvelope(event)
      for (const type of [envelope?.type ?? '', eventTypeOf(JSON.stringify(other)) ?? '']) {
        for (const props of [envelope?.props, event]) {
          seen.add(answerOf(() => parseStepUsageProps(type, props)))
          seen.add(answerOf(() => parseSessionUpdatedProps(props)))
          parseAssistantTurnEnd(type, props)
          parseSessionError(type, props)
          parseMessageLevelProgress(type, props)
          sessionIDFromProps(props)
          isKnownEventType(type)
        }
      }
      if (envelope) toOpencodeEvent(envelope)
      expect(JSON.stringify(value)).toBe(JSON.stringify(parsed(json)))
    }),
    { numRuns: 2000 },
  )
  expect(seen).toEqual(new Set(['value', 'undefined', 'drift']))
})

test('reads the samples themselves without a drift', () => {
  expect(samples.length).toBeGreaterThan(50)
  for (const sample of samples) {
    const json = JSON.stringify(sample)
    const { type, props } = parseEnvelope(json)
    expect([parseStepUsage(type, json), parseSessionUpdated(type, json) === undefined]).toEqual([
      parseStepUsageProps(type, props),
      parseSessionUpdated(type, JSON.stringify(props)) === undefined,
    ])
  }
})

type Answer = 'value' | 'undefined' | 'drift'

/** What a decoder answers; any error but a drift is thrown on. */
function answerOf(read: () => unknown): Answer {
  try {
    return read() === undefined ? 'undefined' : 'value'
  } catch (error) {
    if (!(error instanceof WireDriftError)) throw error
    expect([error.type, error.path, error.expected].every((fact) => typeof fact === 'string')).toBe(true)
    return 'drift'
  }
}

/** What a decoder reads, or the message of its drift. */
function outcomeOf(read: () => unknown): { usage?: unknown; drift?: string } {
  try {
    const usage = read()
    return usage === undefined ? {} : { usage }
  } catch (error) {
    if (!(error instanceof WireDriftError)) throw error
    return { drift: error.message }
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

/** Writing to it would throw. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

function web(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

async function* iterable(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

async function all(events: AsyncIterable<Envelope>): Promise<Envelope[]> {
  const seen: Envelope[] = []
  for await (const event of events) seen.push(event)
  return seen
}
