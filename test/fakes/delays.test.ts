import { fakeOpencode } from 'opencode-testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSession, prompt, promptAsync, saidIn } from '../opencode/api.ts'
import { until } from '../opencode/until.ts'
import { v1Messages } from '../opencode/v1-messages.ts'

// A day: a test that really waited would never end.
const day = 86_400_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const deltas = (opencode: ReturnType<typeof fakeOpencode>): readonly unknown[] =>
  opencode.events.filter(({ type }) => type === 'message.part.delta').map(({ properties }) => properties['delta'])

test("waits for each delay of a turn on the test's timers", async () => {
  const delays = { delayBeforeHeaders: day, delayFirst: 2 * day, delayChunk: 4 * day }
  const opencode = fakeOpencode({ script: [{ text: 'one two three', ...delays }] })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await opencode.waitForPrompt(1)
  // The turn begins in a turn of the event loop that fake timers do not hold up.
  await until(() => vi.getTimerCount() > 0)
  const types = (): readonly string[] => v1Messages(opencode, session)?.[1]?.parts.map(({ type }) => type) ?? []

  await vi.advanceTimersByTimeAsync(day - 1)
  expect(types()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(types()).toEqual(['step-start'])

  await vi.advanceTimersByTimeAsync(2 * day - 1)
  expect(types()).toEqual(['step-start'])
  await vi.advanceTimersByTimeAsync(1)
  expect(deltas(opencode)).toEqual(['one '])

  await vi.advanceTimersByTimeAsync(4 * day - 1)
  expect(deltas(opencode)).toEqual(['one '])
  await vi.advanceTimersByTimeAsync(1)
  expect(deltas(opencode)).toEqual(['one ', 'two '])

  await vi.advanceTimersByTimeAsync(4 * day)
  await prompted
  expect(saidIn(opencode, session)).toEqual(['one two three'])
})

test('waits before the deltas of a later block as before those of the first', async () => {
  const opencode = fakeOpencode({ script: [{ reasoning: 'hm', text: 'yes', delayFirst: 10, delayChunk: day }] })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await until(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(10)
  expect(deltas(opencode)).toEqual(['hm'])
  await vi.advanceTimersByTimeAsync(day)
  await prompted
  expect(deltas(opencode)).toEqual(['hm', 'yes'])
})

test('waits for the first delta of an empty reply too', async () => {
  const opencode = fakeOpencode({ script: [{ delayFirst: day }] })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await until(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(day - 1)
  expect(opencode.lastRun?.outcome).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  await prompted
  expect(opencode.lastRun).toHaveOutcome('succeeded')
})

test('an HTTP error comes after the delay before the headers', async () => {
  const opencode = fakeOpencode({ script: [{ status: 401, body: 'no', delayBeforeHeaders: day }] })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await until(() => vi.getTimerCount() > 0)
  expect(opencode.lastRun?.outcome).toBeNull()
  await vi.advanceTimersByTimeAsync(day)
  await prompted
  expect(opencode.lastRun).toHaveOutcome('failed')
})

test('waits 2, 4, 8, 16 and 32 s between the six requests of a round-trip, and says when the next one comes', async () => {
  const opencode = fakeOpencode({ reply: { status: 503, body: 'busy' } })
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'hi')
  const statuses = (): readonly Record<string, unknown>[] =>
    opencode.events
      .filter(({ type }) => type === 'session.status')
      .map(({ properties }) => Object(properties['status']))
      .filter(({ type }) => type === 'retry')
  for (const [index, seconds] of [2, 4, 8, 16, 32].entries()) {
    await until(() => statuses().length === index + 1)
    expect(statuses().at(-1)).toMatchObject({ attempt: index + 1, next: Date.now() + seconds * 1000 })
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(statuses()).toHaveLength(index + 1)
    await vi.advanceTimersByTimeAsync(1)
  }
  await until(() => opencode.lastRun?.outcome === 'failed')
  expect(statuses()).toHaveLength(5)
})

test.for<[header: Record<string, string>, ms: number]>([
  [{ 'retry-after': '1' }, 1000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after-ms': '700' }, 700],
  [{ 'Retry-After': '60' }, 60_000],
  [{ 'retry-after-ms': '700', 'retry-after': '9' }, 700],
  [{ 'retry-after-ms': '0.5' }, 1],
  [{ 'retry-after': '-1' }, 2000],
  [{ 'retry-after': 'soon' }, 2000],
  // The longest that opencode waits, and that a timer can wait: facts/deepseek.md section 4.2
  [{ 'retry-after': '99999999' }, 2 ** 31 - 1],
])('waits as long as %j says: %i ms', async ([headers, ms]) => {
  const opencode = fakeOpencode({ script: [{ status: 429, body: 'slow down', headers }, 'fine'] })
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'hi')
  const retry = (): Record<string, unknown> =>
    Object(
      opencode.events.findLast(({ properties }) => Object(properties['status']).type === 'retry')?.properties['status'],
    )
  await until(() => retry()['type'] === 'retry')
  expect(retry()['next']).toBe(Date.now() + ms)
  if (ms > 0) {
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(saidIn(opencode, session)).toEqual([''])
    await vi.advanceTimersByTimeAsync(1)
  }
  await until(() => opencode.lastRun?.outcome === 'succeeded')
  expect(saidIn(opencode, session)).toEqual(['fine'])
})

test("retryDelay 'none' waits for nothing, and `next` still says the real time", async () => {
  const opencode = fakeOpencode({ script: [{ status: 503, repeat: 2 }, 'fine'], retryDelay: 'none' })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  const statuses = opencode.events.map(({ properties }) => Object(properties['status']))
  const now = Date.now()
  expect(statuses.filter(({ type }) => type === 'retry').map(({ next }) => next)).toEqual([now + 2000, now + 4000])
})

test('retryDelay as a function is told the attempt and the real wait, and decides', async () => {
  const asked: [number, number][] = []
  const retryDelay = (attempt: number, real: number): number => {
    asked.push([attempt, real])
    return attempt * 10
  }
  const opencode = fakeOpencode({ script: [{ status: 503, repeat: 2 }, 'fine'], retryDelay })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await until(() => asked.length === 1)
  await vi.advanceTimersByTimeAsync(10)
  await until(() => asked.length === 2)
  await vi.advanceTimersByTimeAsync(20)
  await prompted
  expect(asked).toEqual([
    [1, 2000],
    [2, 4000],
  ])
})

test.for<[what: string, retryDelay: () => number, message: RegExp]>([
  [
    'throws',
    () => {
      throw new Error('broken test')
    },
    /^broken test$/,
  ],
  [
    'gives a negative number',
    () => -1,
    /^retryDelay \(what its function gave\): expected a number of ms >= 0, received -1$/,
  ],
  [
    'gives no number',
    () => Number.NaN,
    /^retryDelay \(what its function gave\): expected a number of ms >= 0, received NaN$/,
  ],
])('a retryDelay that %s fails the turn, and a miss tells it', async ([, retryDelay, message]) => {
  const opencode = fakeOpencode({ reply: { status: 503 }, retryDelay })
  await promptAsync(opencode, await createSession(opencode), 'hi')
  await until(() => opencode.lastRun?.outcome === 'failed')
  expect(opencode.lastRun?.error?.message).toMatch(message)
  expect(opencode.misses.map(({ kind }) => kind)).toEqual(['script'])
})
