import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventHub } from '../../src/opencode/event-hub.ts'
import { createClock } from '../../src/model/clock.ts'
import { directoryView, globalView } from '../../src/opencode/v1/event-views.ts'
import { IdSource } from '../../src/opencode/id-source.ts'

/** The timers that are running: their ms and their tick. */
const timers = new Set<{ ms: number; tick: () => void }>()
let hub: EventHub

beforeEach(async () => {
  timers.clear()
  vi.resetModules()
  vi.doMock(import('../../src/http/real-timers.ts'), async (original) => ({
    ...(await original()),
    every: (ms, tick) => {
      const timer = { ms, tick }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }))
  const module = await import('../../src/opencode/event-hub.ts')
  hub = new module.EventHub({ ids: new IdSource(createClock('fixed')), record: Infinity, replay: false })
})
afterEach(() => {
  vi.doUnmock('../../src/http/real-timers.ts')
  vi.resetModules()
})

const typesIn = (chunks: readonly unknown[]): readonly unknown[] =>
  chunks.map((chunk) => /"type":"([^"]+)"/.exec(String(chunk))?.[1])

async function take(body: AsyncIterable<unknown>, count: number): Promise<readonly unknown[]> {
  const iterator = body[Symbol.asyncIterator]()
  const chunks: unknown[] = []
  while (chunks.length < count) chunks.push((await iterator.next()).value)
  return chunks
}

test('sends a heartbeat to each open stream every 10 s', async () => {
  // captures/1.18.33/16-raw-sse-bytes.json: at 10.04 and 20.05 s
  const body = hub.open(directoryView('/app'))
  expect([...timers].map(({ ms }) => ms)).toEqual([10_000])
  for (const { tick } of timers) {
    tick()
    tick()
  }
  expect(typesIn(await take(body, 3))).toEqual(['server.connected', 'server.heartbeat', 'server.heartbeat'])
})

test('stops the heartbeat of a client that leaves', async () => {
  const [first, second] = [hub.open(directoryView('/app')), hub.open(globalView)]
  expect(timers.size).toBe(2)
  await first[Symbol.asyncIterator]().return?.()
  expect(timers.size).toBe(1)
  await second[Symbol.asyncIterator]().return?.()
  expect(timers.size).toBe(0)
})

test('stops all heartbeats when it closes, and ends what is open', async () => {
  const body = hub.open(directoryView('/app'))
  hub.close()
  expect(timers.size).toBe(0)
  const iterator = body[Symbol.asyncIterator]()
  expect((await iterator.next()).done).toBe(false)
  expect((await iterator.next()).done).toBe(true)
})
