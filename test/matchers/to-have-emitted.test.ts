import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

const event = (type: string, properties: object = {}): object => ({
  type,
  properties: { sessionID: 'ses_1', ...properties },
})
const busy = event('session.status', { status: { type: 'busy' } })
const retry = event('session.status', { status: { type: 'retry', attempt: 1 } })
const idle = event('session.idle')
const events = [busy, retry, busy, idle]

test('toHaveEmitted finds an event by its type and what matters of its properties', () => {
  expect(events).toHaveEmitted('session.status')
  expect(events).toHaveEmitted('session.status', { status: { type: 'retry' } })
  expect(events).toHaveEmitted(/idle$/)
  expect({ events }).toHaveEmitted('session.status', { status: { attempt: expect.any(Number) } })
  expect(events).toHaveEmitted('session.status', expect.objectContaining({ sessionID: 'ses_1' }))
  expect(events).not.toHaveEmitted('session')
  expect(events).not.toHaveEmitted('session.status', { status: { type: 'idle' } })
})

test('toHaveEmitted tolerates the schema version of a stored event', () => {
  expect([event('session.updated.1')]).toHaveEmitted('session.updated')
})

test('toHaveEmitted shows the nearest event and the property that differs', () => {
  const { message } = failureOf(() =>
    expect(events).toHaveEmitted('session.status', { status: { type: 'retry', attempt: 2 } }),
  )
  expect(message).toMatchInlineSnapshot(`
    "expect(events).toHaveEmitted(type, properties)

    Expected type:       "session.status"
    Expected properties: {"status": {"type": "retry", "attempt": 2}}
    Events:              4

    The nearest, number 2 of 4, session.status, differs in properties.status.attempt:

    - Expected
    + Received

    @@ -3,7 +3,7 @@
        "properties": {
          "status": {
            "type": "retry"
    -       "attempt": 2
    +       "attempt": 1
          }
        }
      }"
  `)
})

test('toHaveEmitted lists the types that came when the expected one did not', () => {
  expect(failureOf(() => expect(events).toHaveEmitted('session.error')).message).toMatchInlineSnapshot(`
    "expect(events).toHaveEmitted(type)

    Expected type: "session.error"
    Events:        4

    Emitted:
    3 × session.status
    1 × session.idle"
  `)
})

test('not.toHaveEmitted lists what matches', () => {
  expect(failureOf(() => expect(events).not.toHaveEmitted('session.idle')).message).toMatchInlineSnapshot(`
    "expect(events).not.toHaveEmitted(type)

    Expected type: not "session.idle"
    Events:        4

    Matching:
    4. session.idle {"sessionID": "ses_1"}"
  `)
})

test('toHaveEmittedInOrder lets other events stand between', () => {
  expect(events).toHaveEmittedInOrder(['session.status', 'session.idle'])
  expect(events).toHaveEmittedInOrder([{ type: 'session.status', properties: { status: { type: 'retry' } } }, /idle/])
  expect(events).toHaveEmittedInOrder(['session.status', 'session.status', 'session.status'])
  expect(events).not.toHaveEmittedInOrder(['session.idle', 'session.status'])
  expect(events).not.toHaveEmittedInOrder(['session.idle', 'session.idle'])
})

test('toHaveEmittedInOrder shows where the order broke', () => {
  const { message } = failureOf(() =>
    expect(events).toHaveEmittedInOrder(['session.idle', 'session.status', 'session.error']),
  )
  expect(message).toMatchInlineSnapshot(`
    "expect(events).toHaveEmittedInOrder(expected)

    Expected events:   3
    Received in order: 1
    Events:            4

      1. session.idle    event 4
    > 2. session.status  missing after event 4: it came before, as event 3
      3. session.error   not looked for"
  `)
})

test('toHaveEmittedInOrder says of an event that came once that it was asked for twice', () => {
  expect(() => expect(events).toHaveEmittedInOrder(['session.idle', 'session.idle'])).toThrow(
    '  1. session.idle  event 4\n> 2. session.idle  only once: as event 4',
  )
})

test('toHaveEmittedInOrder shows the nearest event of one that came nowhere', () => {
  const wanted = { type: 'session.status', properties: { status: { type: 'idle' } } }
  const { message } = failureOf(() => expect(events).toHaveEmittedInOrder([wanted]))
  expect(message).toContain('> 1. session.status {"status": {"type": "idle"}}  missing\n')
  expect(message).toContain('session.status, differs in properties.status.type:')
})

test('not.toHaveEmittedInOrder shows where each came', () => {
  const { message } = failureOf(() => expect(events).not.toHaveEmittedInOrder(['session.status', 'session.idle']))
  expect(message).toMatchInlineSnapshot(`
    "expect(events).not.toHaveEmittedInOrder(expected)

    Expected events:   not in this order
    Received in order: 2
    Events:            4

      1. session.status  event 1
      2. session.idle    event 4"
  `)
})

test('toHaveOnlyKnownEvents lists the events of unknown types', () => {
  expect(events).toHaveOnlyKnownEvents()
  expect([]).not.toHaveOnlyKnownEvents()
  const { message } = failureOf(() => expect([...events, event('sesion.idle')]).toHaveOnlyKnownEvents())
  expect(message).toMatchInlineSnapshot(`
    "expect(events).toHaveOnlyKnownEvents()

    Expected unknown events: 0
    Received unknown events: 1
    Events:                  5

    Unknown:
    5. sesion.idle {"sessionID": "ses_1"}"
  `)
})

test('the matchers of events throw for arguments that cannot be right, also under .not', () => {
  // @ts-expect-error the types do not let it through either
  expect(() => expect(events).not.toHaveEmitted(5)).toThrow(/^toHaveEmitted type: expected a string/)
  // @ts-expect-error the types do not let it through either
  expect(() => expect(events).not.toHaveEmitted('x', 5)).toThrow(/^toHaveEmitted properties: expected an object/)
  expect(() => expect(events).not.toHaveEmittedInOrder([])).toThrow(
    /^toHaveEmittedInOrder expected: expected a list of/,
  )
  // @ts-expect-error the types do not let it through either
  expect(() => expect(events).not.toHaveEmittedInOrder([{ props: {} }])).toThrow(
    /^toHaveEmittedInOrder expected\[0\]\.props: expected one of type, properties/,
  )
})

test('the matchers of events say of a stream that nobody has read it', async () => {
  const stream = { stream: (async function* () {})() }
  const message = 'not a stream that nothing has read: collect its items into a list first'
  expect(() => expect(stream).not.toHaveEmitted('x')).toThrow(message)
  expect(() => expect(stream.stream).toHaveOnlyKnownEvents()).toThrow(message)
  expect(() => expect(stream).not.toHaveText('x')).toThrow(message)
  expect(() => expect({ textStream: new ReadableStream() }).not.toHaveText('x')).toThrow(message)
  expect(() => expect(new Response('{}')).not.toHaveOutcome('failed')).toThrow('give it `await response.json()`')
})
