import { fakeOpencode, type FakeOpencode, type OpencodeOptions, type Reply } from 'opencode-testing'
import { vi } from 'vitest'
import type { EventObject } from '../../src/wire/envelope.ts'
import { turns } from '../opencode/until.ts'
import { idTranslator } from './id-translator.ts'
import type { ProbedExchange, ProbedRecording } from './probed-recording.ts'
import type { RecipeAnswer } from './recipe-client.ts'
import { recordedPrices } from './recipe-client.ts'

/** The recorded server's configured model: the fake has one of its own, so each request that may name one does. */
const model = { providerID: 'deepseek', modelID: 'deepseek-chat' }

/**
 * Plays a recording's requests on a fake, each when as much had happened as when it was sent there: the requests before it that were
 * answered, and the events that a client could see. The clock is the test's, and moves only when nothing else does.
 */
export async function playRecording(
  { http, sse }: ProbedRecording,
  script: readonly Reply[],
  options: OpencodeOptions,
): Promise<{ readonly opencode: FakeOpencode; readonly answers: readonly RecipeAnswer[] }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const opencode = fakeOpencode({ directory: '/home/user/project', prices: recordedPrices, script, ...options })
    const answers: (RecipeAnswer & { body?: unknown; status?: number })[] = []
    const done = new Set<ProbedExchange>()
    for (const exchange of http) {
      const before = http.slice(0, answers.length).filter(({ answeredAt }) => answeredAt <= exchange.sentAt)
      const seen = marksOf(sse.slice(0, exchange.sentAt))
      await moved(() => before.every((earlier) => done.has(earlier)) && seen.isIn(opencode.events))
      const translate = idTranslator(sse, opencode.events)
      const { method } = exchange
      const answer: (typeof answers)[number] = { method, path: translate(exchange.path) }
      answers.push(answer)
      send(opencode, exchange, translate)
        .then((response) => Object.assign(answer, response))
        .finally(() => done.add(exchange))
        .catch((error: unknown) => Object.assign(answer, { failed: error }))
    }
    await moved(() => done.size === http.length)
    await moved(() => vi.getTimerCount() === 0)
    await turns()
    return { opencode, answers }
  } finally {
    vi.useRealTimers()
  }
}

async function send(
  opencode: FakeOpencode,
  { method, path, requestBody }: ProbedExchange,
  translate: (text: string) => string,
): Promise<{ status: number; body: unknown }> {
  const body = typeof requestBody === 'string' ? requestBody : JSON.stringify(withModel(path, requestBody))
  const response = await opencode.fetch(`${opencode.url}${translate(path)}`, {
    method,
    ...(requestBody !== undefined && { body: translate(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

function withModel(path: string, body: unknown): unknown {
  if (path.endsWith('/message') && Array.isArray(Object(body).parts)) return { model, ...Object(body) }
  if (path.endsWith('/shell') && Object(body).command !== undefined) return { model, ...Object(body) }
  if (path.endsWith('/command') && Object(body).command !== undefined) {
    return { model: `${model.providerID}/${model.modelID}`, ...Object(body) }
  }
  return body
}

/** What a client sees of how far the work is: each mark and how often it was there. */
function marksOf(events: readonly EventObject[]): { readonly isIn: (others: readonly EventObject[]) => boolean } {
  const wanted = countMarks(events)
  return {
    isIn: (others) => {
      const given = countMarks(others)
      return [...wanted].every(([mark, count]) => (given.get(mark) ?? 0) >= count)
    },
  }
}

function countMarks(events: readonly EventObject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const shown = new Set<string>()
  for (const event of events) {
    const mark = markOf(event, shown)
    if (mark !== undefined) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  }
  return counts
}

/** A tool is often shown as running more than once, with as much as there is of its output. */
function markOf({ type, properties }: EventObject, shown: Set<string>): string | undefined {
  if (type === 'session.status') return `${type} ${String(Object(properties['status']).type)}`
  if (type === 'message.part.updated') {
    const { id, type: kind, state } = Object(properties['part'])
    if (kind !== 'tool') return undefined
    const once = `${id} ${state.status} ${String(Object(state.metadata).output)}`
    if (shown.has(once)) return undefined
    shown.add(once)
    return `${type} ${state.status}`
  }
  return /\.(?:asked|replied|rejected|delta|idle|removed)$/.test(type) ? type : undefined
}

/** Resolves when `condition` holds. Each time nothing goes on by itself, the clock is moved to its next timer. */
async function moved(condition: () => boolean): Promise<void> {
  for (let count = 0; count < 500; count += 1) {
    for (let turn = 0; turn < 12; turn += 1) {
      if (condition()) return
      await turns(1)
    }
    await vi.advanceTimersToNextTimerAsync()
  }
  throw new Error(`it never came true: ${condition.toString()}`)
}
