import { expect, test } from 'vitest'
import { promptsOfRun } from '../../src/model/run-prompts.ts'
import { RunResult } from '../../src/model/run-result.ts'
import { decodeEvents } from '../../src/wire/decode-events.ts'
import type { Envelope } from '../../src/wire/envelope.ts'
import type { FlatMessage } from '../../src/wire/flat/flat-message.ts'
import { messageIDOf } from '../../src/wire/run-message.ts'
import { listedMessages, readCapture, readPreviewCapture } from '../fixtures/read-capture.ts'
import { recordedSources } from '../fixtures/recorded-sources.ts'
import { plainReply } from '../fixtures/v2/runs.ts'
import { flatPrompt, flatStep, stepOf2x } from './flat-messages.ts'

const globalEvents = sourceOf('1.18.33', '01-plain-text', 'globalSse')

test('gives each event of /global/event once, and unwrapped', () => {
  const wrapped = globalEvents.filter((frame) => JSON.stringify(frame).includes('"type":"sync"'))
  expect(wrapped.length).toBeGreaterThan(20)
  const { events } = RunResult.from(globalEvents)
  expect(events.filter((event) => 'payload' in event || 'syncEvent' in event)).toEqual([])
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  const plain = RunResult.from(sourceOf('1.18.33', '01-plain-text', '/event')).events
  expect(events.map(({ type }) => type)).toEqual(plain.map(({ type }) => type))
})

test('reads a run from the sync twins alone', () => {
  const twins = globalEvents.filter((frame) => JSON.stringify(frame).includes('"type":"sync"'))
  expect(RunResult.from(twins)).toMatchObject({ outcome: 'succeeded', text: 'Second answer.', cost: 0.000020272 })
})

test('reads a run from events that came twice', () => {
  const { sse } = readPreviewCapture('05-failing-tool')
  const events = sse['/api/event'] ?? []
  const [once, twice] = [RunResult.from(events), RunResult.from([...events, ...events])]
  expect(twice.messages).toEqual(once.messages)
  expect(twice.events).toEqual(once.events)
})

test.for<[string, readonly unknown[]]>([
  ['/global/event', globalEvents],
  ['/api/event', readPreviewCapture('01-plain-text').sse['/api/event'] ?? []],
  ['/api/event of 2.x', plainReply.events],
])('reads a run from what decodeEvents makes of %s', async ([, frames]) => {
  const envelopes: Envelope[] = []
  for await (const envelope of decodeEvents(bytesOf(frames))) envelopes.push(envelope)
  const { outcome, text, cost, tokens } = RunResult.from(frames)
  expect(RunResult.from(envelopes)).toMatchObject({ outcome, text, cost, tokens })
})

test('takes stored rows apart into runs, though they tell no idle', () => {
  const rows = sourceOf('1.18.33', '17-sync-history', 'POST /sync/history {}')
  const first = RunResult.from(rows, { promptID: 'msg_22cf26194001oBxP66ZYVjVQ8S' })
  // The server was asked between the two prompts.
  expect(first.messages.map(messageIDOf)).toEqual(
    listedMessages(readCapture('01-plain-text'))?.map(({ info }) => info.id),
  )
  expect(first.session?.cost).toBeCloseTo(0.000020272, 9)
})

test('takes the copies that a fork made for no run among stored rows either', () => {
  const rows = sourceOf('1.18.33', '17-sync-history', 'POST /sync/history {}')
  const ofFork = rows.filter((row) => /ses_dd30741edffe9htq1TqeTH4VwV|forkme|ses_dd3073/.test(JSON.stringify(row)))
  expect(RunResult.from(ofFork).session?.title).toBe('forkme')
})

test.for([
  ['newest first', (list: readonly FlatMessage[]) => list.toReversed()],
  ['oldest first', (list: readonly FlatMessage[]) => [...list]],
] as const)('reads a list of the preview API that is %s', ([, order]) => {
  const { body } = lastList('02-reasoning', 'order=asc')
  const messages = order(body.data)
  for (const source of [messages, { data: messages }, { data: { data: messages } }]) {
    const run = RunResult.from(source, { promptID: 'msg_22cfdc300001jipzwmQnmsL0Xa' })
    expect(run.messages).toEqual(body.data.slice(0, 2))
    expect(RunResult.from(source).text).toBe('Second')
  }
})

test('reads a list in the order that its cursor tells, where the times tell another', () => {
  // A queued prompt is listed after the step that it waited for, with the time at which it was sent (facts, preview, section 2).
  const step = flatStep({ id: 'msg_1', time: { created: 20, completed: 30 }, finish: 'stop' })
  const queued = flatPrompt('queued', { id: 'msg_2', time: { created: 15 } })
  const page = (order: string): object => ({ data: [step, queued], cursor: { previous: null, next: cursorOf(order) } })
  expect(RunResult.from(page('asc')).messages).toEqual([step, queued])
  expect(RunResult.from(page('desc')).messages).toEqual([queued, step])
  expect(RunResult.from({ data: [step, queued], cursor: { next: 'opaque' } }).messages).toEqual([queued, step])
})

test('takes one message of the preview API for a run', () => {
  const [, answer] = lastList('01-plain-text', 'order=asc').body.data
  expect(RunResult.from(answer)).toMatchObject({ text: 'Hello world!', outcome: 'succeeded' })
  expect(RunResult.from({ data: answer }).text).toBe('Hello world!')
})

test('takes messages that name no session to be of the one that is asked for', () => {
  const messages = [flatPrompt('x'), flatStep({ finish: 'stop' })]
  expect(RunResult.from(messages, { sessionID: 'ses_a' }).messages).toEqual(messages)
})

test('begins a run with a prompt that follows a step of the preview API which nothing ended', () => {
  const dead = flatStep({ time: { created: 20 }, content: [{ type: 'text', id: 'text-0', text: 'Partial' }] })
  const messages = [
    flatPrompt('one'),
    dead,
    flatPrompt('two', { id: 'msg_2', time: { created: 50 } }),
    flatStep({ id: 'msg_3', time: { created: 60, completed: 70 }, finish: 'stop' }),
  ]
  expect(RunResult.from(messages).messages).toEqual(messages.slice(2))
  expect(RunResult.from(messages, { promptID: 'msg_0' })).toMatchObject({ outcome: 'interrupted', text: 'Partial' })
})

test('counts to a run of the preview API a prompt that came between two of its steps', () => {
  const messages = [
    flatPrompt('one'),
    flatStep({ finish: 'tool-calls' }),
    flatPrompt('two', { id: 'msg_2', time: { created: 35 } }),
    flatStep({ id: 'msg_3', time: { created: 40, completed: 50 }, finish: 'stop' }),
  ]
  expect(RunResult.from(messages).messages).toEqual(messages)
})

test('tells runs of a beta of 2.x apart, which marks no end', () => {
  const messages = [
    flatPrompt('one'),
    stepOf2x({ finish: 'stop' }),
    flatPrompt('two', { id: 'msg_2', time: { created: 35 } }),
    stepOf2x({ id: 'msg_3', time: { created: 40, completed: 50 }, finish: 'stop' }),
  ]
  expect(RunResult.from(messages).messages).toEqual(messages.slice(2))
})

test('takes the session of a run of the preview API from its events, as it was after the run', () => {
  const { sse } = readPreviewCapture('11c-switch')
  const session = (promptID: string): RunResult['session'] => RunResult.from(sse['/api/event'], { promptID }).session
  const { body } = readPreviewCapture('11c-switch').http[0] ?? {}
  expect(body).toMatchObject({ data: { id: session('msg_22d03b10e001YnANv60G6I0fYM')?.id } })
  // The switches come after the first run, and before the second.
  expect(session('msg_22d03b10e001YnANv60G6I0fYM')).toMatchObject({ agent: 'plan', model: { id: 'deepseek-reasoner' } })
})

test('gives the prompts of a run of the preview API', () => {
  const { sse } = readPreviewCapture('10a-busy-steer')
  expect(promptsOfRun(RunResult.from(sse['/api/event']))).toEqual([
    { text: 'First', sessionID: 'ses_dd2fd37f3ffeBhZBdJd2gewCFV', promptID: 'msg_22d02cc28001iJT4OH8iOzvP54' },
    { text: 'Second (steer)', sessionID: 'ses_dd2fd37f3ffeBhZBdJd2gewCFV', promptID: 'msg_22d02d390001U3ECTvAzG29uRh' },
  ])
})

test('gives the messages of the model in any dialect', () => {
  const { body } = lastList('03-tool-then-text', 'order=asc')
  expect(RunResult.from(body).assistantMessages).toEqual(body.data.slice(1))
})

function sourceOf(version: string, capture: string, route: string): readonly object[] {
  const found = recordedSources(version, capture).find(({ name }) => name.startsWith(route))
  return found?.value as readonly object[]
}

function lastList(capture: string, query: string): { body: { data: FlatMessage[] } } {
  const lists = readPreviewCapture(capture).http.filter(
    (each) => each.path.endsWith('/message') && each.query === query,
  )
  return lists.at(-1) as { body: { data: FlatMessage[] } }
}

const cursorOf = (order: string): string => btoa(JSON.stringify({ id: 'msg_1', order, direction: 'next' }))

async function* bytesOf(frames: readonly unknown[]): AsyncGenerator<Uint8Array> {
  for (const frame of frames) yield new TextEncoder().encode(`data: ${JSON.stringify(frame)}\n\n`)
}
