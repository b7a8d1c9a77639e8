import { fakeOpencode, httpError, runPrompt } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { readCapture } from '../fixtures/read-capture.ts'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

const sessionID = 'ses_dd1f61f22ffe00000000000001'
const event = (type: string, properties: object = {}): object => ({ type, properties: { sessionID, ...properties } })
const busy = event('session.status', { status: { type: 'busy' } })
const idle = [event('session.status', { status: { type: 'idle' } }), event('session.idle')]
const completed = event('message.updated', {
  info: {
    id: 'msg_22e08fa5300200000000000006',
    sessionID,
    role: 'assistant',
    parentID: 'msg_22e08fa5300200000000000005',
    time: { created: 1, completed: 2 },
    cost: 0,
    tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
  },
})
const aborted = event('session.error', { error: { name: 'MessageAbortedError', data: { message: 'Aborted' } } })

test.for([
  '02-reasoning-then-text',
  '03-tool-bash-then-text',
  '07-abort-mid-stream',
  '07c-abort-during-tool',
  '08a-stream-destroyed-mid-text',
  '09a-http-401',
  '09c-http-400-context-length',
  '09h-http-503-persistent-abort-in-retry',
  '11b-permission-reject',
  '11e-permission-abort-while-asking',
  '14d-wrong-provider-async',
  '03e-task-subagent',
])('toHaveSettledOnce passes for the recording %s, however often it tells idle', (name) => {
  expect(readCapture(name).sse).toHaveSettledOnce()
})

test('toHaveSettledOnce passes for the abort of 1.3.2, which tells idle three times', () => {
  expect(readCapture('07-abort-mid-stream', '1.3.2').sse).toHaveSettledOnce()
})

test('toHaveSettledOnce counts an event that came on two streams once', () => {
  const { sse } = readCapture('02-reasoning-then-text')
  expect([...sse, ...sse]).toHaveSettledOnce()
})

test('toHaveSettledOnce tells the double idle of an abort from a double completion', () => {
  expect([busy, aborted, ...idle, completed, ...idle]).toHaveSettledOnce()
  expect([busy, completed, ...idle, ...idle]).not.toHaveSettledOnce()
  // The message that an abort completes comes between its idles: without it the second is one too many.
  expect([busy, aborted, ...idle, ...idle]).not.toHaveSettledOnce()
  expect([busy, aborted, ...idle, completed, ...idle, ...idle]).not.toHaveSettledOnce()
})

test('toHaveSettledOnce does not pass while the session works, nor for two turns, nor for no events', () => {
  expect(readCapture('01-plain-text').sse).not.toHaveSettledOnce()
  expect([busy]).not.toHaveSettledOnce()
  expect([busy, completed, ...idle, busy, completed, ...idle]).not.toHaveSettledOnce()
  expect([]).not.toHaveSettledOnce()
})

test('toHaveSettledOnce reads a stream that has the status alone', () => {
  const [status] = idle
  expect([busy, completed, status]).toHaveSettledOnce()
  expect([busy, completed, status, status]).not.toHaveSettledOnce()
})

test('toHaveSettledOnce judges a fake and a run by their events', async () => {
  const opencode = fakeOpencode({ script: [httpError(401)] })
  const run = await runPrompt(opencode, 'Hi')
  expect(opencode).toHaveSettledOnce()
  expect(run).toHaveSettledOnce()
  await runPrompt(opencode, 'Hi', { sessionID: run.session?.id ?? '' })
  expect(opencode).not.toHaveSettledOnce()
  expect(opencode.lastRun).toHaveSettledOnce()
})

test('toHaveSettledOnce shows the course of a session that settled twice', () => {
  const { message } = failureOf(() => expect([busy, completed, ...idle, ...idle]).toHaveSettledOnce())
  expect(message).toBe(`expect(events).toHaveSettledOnce()

Expected settlements: 1 of each session
Received settlements: 2 of session ses_dd1f61f22ffe00000000000001

session ses_dd1f61f22ffe00000000000001:
  busy
  message completed
  idle
  idle`)
})

test('toHaveSettledOnce shows under .not what settled once', () => {
  const { message } = failureOf(() => expect([busy, aborted, ...idle, completed, ...idle]).not.toHaveSettledOnce())
  expect(message).toBe(`expect(events).not.toHaveSettledOnce()

Expected settlements: not 1 of each session
Received settlements: 1 of session ses_dd1f61f22ffe00000000000001

session ses_dd1f61f22ffe00000000000001:
  busy
  error MessageAbortedError
  idle
  message completed
  idle`)
})

test('toHaveSettledOnce names a session that never settled, and says when none worked', () => {
  expect(failureOf(() => expect([busy]).toHaveSettledOnce()).message).toContain(
    'Received settlements: 0 of session ses_dd1f61f22ffe00000000000001',
  )
  expect(failureOf(() => expect([]).toHaveSettledOnce()).message).toContain(
    'Received settlements: no session that worked',
  )
})

test.for([undefined, 5, [5], { events: 'x' }])('toHaveSettledOnce refuses %j, under .not too', (received) => {
  const expected = 'toHaveSettledOnce received: expected a list of events'
  expect(() => expect(received).toHaveSettledOnce()).toThrow(expected)
  expect(() => expect(received).not.toHaveSettledOnce()).toThrow(expected)
})

test('toHaveSettledOnce can be asked for in an asymmetric place', () => {
  expect({ events: [busy, completed, ...idle] }).toEqual({ events: expect.toHaveSettledOnce() })
  expect({ events: [busy] }).toEqual({ events: expect.not.toHaveSettledOnce() })
})
