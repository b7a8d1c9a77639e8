import { expect, test } from 'vitest'
import { collectMessages } from '../../src/wire/collect-messages.ts'
import { readChange } from '../../src/wire/read-change.ts'
import type { RunMessage } from '../../src/wire/run-message.ts'
import {
  delivered,
  enqueued,
  location,
  type LogRow,
  model,
  sessionLog,
  stepEnded,
  stepStarted,
} from '../fixtures/v2/session-log.ts'
import { textUsage } from '../fixtures/v2/runs.ts'
import { misfits } from '../fixtures/v2/schema-faults.ts'

const step = { id: 'msg_s1', time: { created: 1000 }, type: 'assistant', agent: 'build', model, content: [] } as const
const failure = { type: 'compaction.failed', message: 'no' } as const

// facts/opencode-2x.md sections 2 and 3: what each event becomes. An event at 1000 has the id evt_a1000.
test.for<[name: string, rows: readonly LogRow[], message: object]>([
  [
    'instructions with a text',
    [[1000, 'instructions.updated', { delta: {}, text: 'Be brief.' }]],
    { id: 'msg_a1000', time: { created: 1000 }, type: 'system', text: 'Be brief.' },
  ],
  [
    'a text that opencode writes',
    [[1000, 'synthetic', { text: 'Continue.', description: 'after a cut' }]],
    { id: 'msg_a1000', time: { created: 1000 }, type: 'synthetic', text: 'Continue.', description: 'after a cut' },
  ],
  [
    'a skill',
    [[1000, 'skill.activated', { id: 'review', name: 'Review', text: 'Look twice.' }]],
    { id: 'msg_a1000', time: { created: 1000 }, type: 'skill', skill: 'review', name: 'Review', text: 'Look twice.' },
  ],
  [
    'another agent',
    [[1000, 'agent.selected', { agent: 'plan', previous: 'build' }]],
    { id: 'msg_a1000', time: { created: 1000 }, type: 'agent-switched', agent: 'plan', previous: 'build' },
  ],
  [
    'another model',
    [[1000, 'model.selected', { model }]],
    { id: 'msg_a1000', time: { created: 1000 }, type: 'model-switched', model },
  ],
  [
    'another place',
    [[1000, 'moved', { location, projectID: 'prj_2' }]],
    { id: 'msg_a1000', time: { created: 1000 }, type: 'location-switched', location, projectID: 'prj_2' },
  ],
  [
    'a compaction at work',
    [[1000, 'compaction.started', { reason: 'auto', recent: 'Hi' }]],
    {
      id: 'msg_a1000',
      time: { created: 1000 },
      type: 'compaction',
      status: 'running',
      reason: 'auto',
      summary: '',
      recent: 'Hi',
    },
  ],
  [
    'a compaction that was asked for, and failed',
    [
      [1000, 'compaction.started', { reason: 'manual', recent: '', inputID: 'msg_c1' }],
      [1010, 'compaction.failed', { reason: 'manual', error: failure, inputID: 'msg_c1' }],
    ],
    { id: 'msg_c1', time: { created: 1000 }, type: 'compaction', status: 'failed', reason: 'manual', error: failure },
  ],
  [
    'a synthetic prompt',
    [
      [
        1000,
        'inbox.enqueued',
        { inboxID: 'msg_i1', item: { type: 'synthetic', payload: { text: 'Done.' }, delivery: 'steer' } },
      ],
      delivered(1010, 'msg_i1'),
    ],
    { id: 'msg_i1', time: { created: 1010 }, type: 'synthetic', text: 'Done.' },
  ],
  [
    'a step whose content the log changed',
    [
      stepStarted(1000, 'msg_s1'),
      stepEnded(1010, 'msg_s1', 'stop', textUsage),
      [1020, 'message.content.updated', { messageID: 'msg_s1', content: [{ type: 'text', text: 'Hello.' }] }],
    ],
    {
      ...step,
      time: { created: 1000, completed: 1010 },
      content: [{ type: 'text', text: 'Hello.' }],
      finish: 'stop',
      ...textUsage,
    },
  ],
  [
    'a step that waits to retry',
    [
      stepStarted(1000, 'msg_s1'),
      [1010, 'retry.scheduled', { assistantMessageID: 'msg_s1', attempt: 2, at: 3010, error: failure }],
    ],
    { ...step, retry: { attempt: 2, at: 3010, error: failure } },
  ],
])('makes a message of %s', ([, rows, message]) => {
  expect(collected(rows)).toEqual([message])
  expect(misfits('SessionMessageInfo', [message])).toEqual([])
})

test('lists no prompt before it is delivered', () => {
  expect(collected([enqueued(1000, 'msg_p1', 'Hi')])).toEqual([])
})

test('closes the call of a tool whose arguments nobody could read', () => {
  const call = { assistantMessageID: 'msg_s1', id: 'call_1' }
  const error = { type: 'tool.input-json', message: 'no JSON' }
  const [listed] = collected([
    stepStarted(1000, 'msg_s1'),
    [1010, 'tool.input.started', { ...call, name: 'read' }],
    [1020, 'tool.input.ended', { ...call, text: '{"path"' }],
    [1030, 'tool.failed', { ...call, error, executed: false }],
  ])
  const tool = { type: 'tool', id: 'call_1', name: 'read', executed: false, time: { created: 1010, completed: 1030 } }
  expect(listed).toMatchObject({ content: [{ ...tool, state: { status: 'error', input: {}, error } }] })
})

test('takes away what a revert of 2.x took away', () => {
  const rows = [enqueued(1000, 'msg_p1', 'One'), delivered(1010, 'msg_p1'), stepStarted(1020, 'msg_s1')]
  expect(collected([...rows, [1030, 'revert.committed', { to: 'msg_p1' }]]).map(({ type }) => type)).toEqual(['user'])
})

test('takes away what a revert of the preview API took away', () => {
  const events = [
    { type: 'session.next.prompted', data: { messageID: 'msg_p1', prompt: { text: 'One' } } },
    { type: 'session.next.step.started', data: { assistantMessageID: 'msg_s1' } },
    { type: 'session.next.revert.committed', data: { messageID: 'msg_p1' } },
  ].map(({ type, data }) => ({ type, data: { sessionID: 'ses_a', timestamp: 1, ...data } }))
  const changes = events.map(readChange).filter((change) => change !== undefined)
  expect(collectMessages(changes).map(({ type }) => type)).toEqual(['user'])
})

test.for<[type: string, data: object, message: object]>([
  ['synthetic', { text: 'Go on.' }, { type: 'synthetic', sessionID: 'ses_a', text: 'Go on.' }],
  ['context.updated', { text: 'Be brief.' }, { type: 'system', text: 'Be brief.' }],
  [
    'shell.started',
    { callID: 'call_1', command: 'ls' },
    { type: 'shell', callID: 'call_1', command: 'ls', output: '' },
  ],
  [
    'compaction.ended',
    { reason: 'auto', text: 'They spoke.', recent: 'Hi' },
    { type: 'compaction', reason: 'auto', summary: 'They spoke.', recent: 'Hi' },
  ],
])('makes a message of session.next.%s', ([type, data, message]) => {
  const properties = { sessionID: 'ses_a', messageID: 'msg_1', timestamp: '1970-01-01T00:00:01.000Z', ...data }
  const change = readChange({ type: `session.next.${type}`, properties })
  expect(collectMessages(change ? [change] : [])).toEqual([{ id: 'msg_1', time: { created: 1000 }, ...message }])
})

test('makes nothing of session.next events that name no message', () => {
  // facts/opencode-1x.md section 14: the experimental event system of 1.15.13.
  const prompted = { sessionID: 'ses_a', timestamp: '2026-11-30T15:06:37.990Z', prompt: { text: 'Run' } }
  const ended = { sessionID: 'ses_a', finish: 'stop', cost: 1, tokens: {}, timestamp: '2026-11-30T15:06:43.252Z' }
  expect(readChange({ type: 'session.next.prompted', properties: prompted })).toEqual({
    kind: 'other',
    sessionID: 'ses_a',
  })
  expect(readChange({ type: 'session.next.step.ended', properties: ended })).toEqual({
    kind: 'other',
    sessionID: 'ses_a',
  })
})

function collected(rows: readonly LogRow[]): RunMessage[] {
  return collectMessages(
    sessionLog('ses_a', rows)
      .map(readChange)
      .filter((change) => change !== undefined),
  )
}
