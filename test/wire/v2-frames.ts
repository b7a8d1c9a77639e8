import type { RecordedFrame } from './recorded-streams.ts'

// No 2.x server has been recorded: these are written from facts/opencode-2x.md sections 3 and 3.1.

const sessionID = 'ses_a'
const location = { directory: '/home/user/project' }
const tokens = { input: 36, output: 20, reasoning: 0, cache: { read: 64, write: 0 } }
const step = { sessionID, assistantMessageID: 'msg_b' }
const model = { id: 'deepseek-chat', providerID: 'deepseek' }

function frames(...events: readonly (readonly [type: string, data: object, seq?: number])[]): RecordedFrame[] {
  return events.map(([type, data, seq], index) => {
    const envelope = { id: `evt_${index}`, created: 1796051149262 + index, type, location, data }
    return seq === undefined
      ? envelope
      : Object.assign(envelope, { durable: { aggregateID: sessionID, seq, version: 1 } })
  })
}

const connected = { id: 'evt_connected', type: 'server.connected', data: {} }

const item = { type: 'user', payload: { text: 'Say hello' }, delivery: 'steer' }

const begun = [
  ['session.inbox.enqueued', { sessionID, inboxID: 'msg_a', item }, 1],
  ['session.execution.started', { sessionID }, 2],
  ['session.inbox.delivered', { sessionID, inboxID: 'msg_a' }, 3],
  ['session.step.started', { ...step, agent: 'build', model, started: 1796051149270 }, 4],
] as const

/** A plain reply: one step that used 36 input, 20 output and 64 cached tokens. */
export const v2Reply: readonly RecordedFrame[] = [
  connected,
  ...frames(
    ...begun,
    ['session.text.started', { ...step, ordinal: 0 }, 5],
    ['session.text.delta', { ...step, ordinal: 0, delta: 'Hello' }],
    ['session.text.ended', { ...step, ordinal: 0, text: 'Hello there.' }, 6],
    ['session.step.streamed', step, 7],
    ['session.step.ended', { ...step, finish: 'stop', cost: 0.000020272, tokens }, 8],
    ['session.usage.updated', { sessionID, cost: 0.000020272, tokens }],
    ['session.execution.succeeded', { sessionID }, 9],
  ),
]

const error = { type: 'provider.auth', message: 'Authentication Fails', status: 401 }

/** A run that the model's provider refuses. */
export const v2Refusal: readonly RecordedFrame[] = [
  connected,
  ...frames(
    ...begun,
    ['session.step.failed', { ...step, error }, 5],
    ['session.execution.failed', { sessionID, error }, 6],
  ),
]

/** A run that the user interrupts. */
export const v2Interruption: readonly RecordedFrame[] = [
  connected,
  ...frames(
    ...begun,
    ['session.step.failed', { ...step, error: { type: 'aborted', message: 'Step interrupted' } }, 5],
    ['session.execution.interrupted', { sessionID, reason: 'user' }, 6],
  ),
]
