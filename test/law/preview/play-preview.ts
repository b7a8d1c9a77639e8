import { type FakeOpencode, fakeOpencode, type ToolCall } from 'opencode-testing'
import { expect } from 'vitest'
import { readPreviewCapture, type PreviewCapture } from '../../fixtures/read-capture.ts'
import { type OpenStream, readStream } from '../../opencode/read-stream.ts'
import { recordedPrices } from '../recipe-client.ts'
import { OF_THE_PROCESS } from '../set-aside.ts'
import { isTold, toComparable } from './compare-preview.ts'
import type { Gate, PreviewScenario } from './scenarios.ts'
import type { RecordedStream } from './streams.ts'
import { toReply } from './to-reply.ts'
import { translator } from './translate.ts'

/** Plays a recording of the preview API on a fake. `given` and `recorded`: what the fake and the real server told, as it is compared. */
export async function playPreview(
  name: string,
  { options, gates = {}, untold = {}, anyStatus = [], delays = {} }: PreviewScenario,
  streams: Readonly<Record<string, RecordedStream>> = {},
): Promise<{ readonly opencode: FakeOpencode; readonly given: unknown; readonly recorded: unknown }> {
  const capture = readPreviewCapture(name)
  const opencode = fakeOpencode({
    script: (capture.llmRequests ?? []).map(({ script }) => toReply(script, resultsOf(capture, delays))),
    prices: recordedPrices,
    retryDelay: 'none',
    directory: '/home/user/project',
    files: { 'hello.txt': 'hello file\n', 'opencode.json': '{}' },
    ...options,
  })
  const headers = Object(options)['password'] === undefined ? {} : { authorization: `Basic ${btoa('opencode:secret')}` }
  const stream = await readStream(opencode, '/api/event', { headers })
  const { translate, pair } = translator()
  const told = (index: number, status: number, body: unknown): unknown => ({
    status: anyStatus.includes(index) ? '(any)' : status,
    body: index in untold ? '(untold)' : body,
  })
  const answers: unknown[] = []
  const open = new Map<string, Promise<OpenStream>>()
  for (const [index, exchange] of capture.http.entries()) {
    await gate(opencode, gates[index], { headers, ended: stream.ended })
    for (const [title, { path, before, headers: own }] of Object.entries(streams)) {
      if (before !== index) continue
      const sessionID = [...opencode.sessions.keys()][0] ?? ''
      const opening = readStream(opencode, path.replace('{session}', sessionID), { headers: { ...headers, ...own } })
      open.set(title, opening)
      // One of a session has no headers before there is something to tell; the others are there at once.
      if (!path.includes('{session}')) await opening
    }
    pair(asked(capture.sse['/api/event'] ?? []), asked(opencode.events))
    const query = translate(typeof exchange.query === 'string' ? exchange.query : '')
    const path = translate(exchange.path)
    const response = await opencode.fetch(`${opencode.url}${path}?${query}`, {
      method: exchange.method,
      ...bodyOf(exchange, translate),
      headers: { ...typeOf(exchange), ...gates[index]?.headers },
    })
    const text = await response.text()
    const body = readBody(text)
    pair(exchange.body, body)
    answers.push(told(index, response.status, isTold(exchange.body) ? body : '(left out)'))
  }
  await gate(opencode, undefined, { headers, ended: stream.ended })
  await expect.poll(() => stream.frames.length).toBeGreaterThan(0)
  const { compare } = toComparable()
  const given = { ...compare({ events: stream.frames.filter(isOfSession), answers }), ...(await framesOf(open)) }
  await stream.leave()
  const recorded = toComparable().compare({
    events: eventsOf(capture),
    answers: capture.http.map(({ status, body }, index) => told(index, status, isTold(body) ? body : '(left out)')),
  })
  return { opencode, given, recorded: { ...recorded, ...recordedFrames(capture, Object.keys(streams)) } }
}

const compareStream = (events: readonly unknown[]): unknown =>
  toComparable().compare({ events: events.filter(isOfProcess), answers: [] })

/** Heartbeats come when they come; whether a stream says that it is connected is compared. */
const isOfProcess = (event: unknown): boolean => Object(Object(event).payload ?? event).type !== 'server.heartbeat'

async function framesOf(open: ReadonlyMap<string, Promise<OpenStream>>): Promise<Record<string, unknown>> {
  const frames: Record<string, unknown> = {}
  for (const [title, opening] of open) {
    const stream = await opening
    frames[title] = compareStream(stream.frames)
    await stream.leave()
  }
  return frames
}

function recordedFrames({ sse }: PreviewCapture, titles: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    titles.map((title) => {
      const name = Object.keys(sse).find((key) => key.replace(/ses_\w+/, '{session}') === title)
      return [title, compareStream(sse[name ?? ''] ?? [])]
    }),
  )
}

function eventsOf({ sse }: PreviewCapture): readonly unknown[] {
  const events = sse['/api/event'] ?? []
  return events.filter(isOfSession)
}

/** The ids of what waited for a person, in the order it was asked. */
const asked = (events: readonly { readonly type?: unknown }[]): readonly unknown[] =>
  events
    .filter(({ type }) => String(type).endsWith('.asked'))
    .map((event) => Object(Object(event).data ?? Object(event).properties).id)

const isOfSession = ({ type }: { readonly type?: unknown }): boolean => !OF_THE_PROCESS.has(String(type))

/** Waits until the fake is as far as the recorded server was. */
async function gate(
  opencode: FakeOpencode,
  { until }: Gate = {},
  { headers }: { headers: Record<string, string>; ended: Promise<unknown> },
): Promise<void> {
  if (until) {
    const [type, count] = until
    const sent = (): number => opencode.events.filter((event) => event.type === type).length
    await expect.poll(sent, { interval: 2 }).toBeGreaterThanOrEqual(count)
    return
  }
  const active = async (): Promise<unknown> => {
    const answer = await opencode.fetch(`${opencode.url}/api/session/active`, { headers })
    return (await answer.json()).data
  }
  await expect.poll(active, { interval: 2 }).toEqual({})
}

/** What the recorded commands printed: the script's part, as the fake runs none. */
function resultsOf(
  { sse }: PreviewCapture,
  delays: Readonly<Record<string, number>>,
): ReadonlyMap<string, ToolCall['result']> {
  const events = sse['/api/event'] ?? []
  const called = events.filter(({ type }) => type === 'session.next.tool.called').map((event) => Object(event).data)
  const ended = events.filter(({ type }) => type === 'session.next.tool.success').map((event) => Object(event).data)
  const results = called
    .filter(({ tool }) => tool === 'bash')
    .map(({ callID }) => {
      const output = ended.find((data) => data.callID === callID)?.content[0]?.text ?? ''
      const delay = delays[callID]
      return [String(callID), { output: String(output), ...(delay !== undefined && { delay }) }] as const
    })
  return new Map(results)
}

type Exchange = PreviewCapture['http'][number]

function bodyOf({ requestBody }: Exchange, translate: (text: string) => string): { body?: string } {
  if (requestBody === undefined || requestBody === null || requestBody === '') return {}
  return { body: translate(typeof requestBody === 'string' ? requestBody : JSON.stringify(requestBody)) }
}

/** The last request of 13-errors was sent as text. */
const typeOf = ({ requestBody }: Exchange): Record<string, string> =>
  typeof requestBody === 'string' && requestBody.includes('no content-type')
    ? { 'content-type': 'text/plain' }
    : { 'content-type': 'application/json' }

function readBody(text: string): unknown {
  if (text === '') return null
  if (text.startsWith('<!doctype html>')) return '<<web UI>>'
  try {
    return JSON.parse(text)
  } catch {
    return text // of a file, or why a body was not taken
  }
}
