import { fakeOpencode, type FakeOpencode, type OpencodeOptions, type Reply } from 'opencode-testing'
import { vi } from 'vitest'
import { turns } from '../opencode/until.ts'
import { idTranslator } from './id-translator.ts'
import { ownEvents, type ProbedExchange, type ProbedRecording, type TypedEvent } from './probed-recording.ts'
import { type RecipeAnswer, recordedPrices } from './recipe-client.ts'

/** The recorded server's configured model: the fake has one of its own, so each request that may name one does. */
const model = { providerID: 'deepseek', modelID: 'deepseek-chat' }

/**
 * Plays a recording's requests on a fake, each when as much had happened as when it was sent there: the requests before it that were
 * answered, and the events that a client could see. The clock is the test's, and moves only when nothing else does. `hurried`: those
 * that are sent in the same turn of the event loop as the one before.
 */
export async function playRecording(
  { http, sse }: ProbedRecording,
  script: readonly Reply[],
  options: OpencodeOptions,
  hurried: (exchange: ProbedExchange) => boolean = () => false,
): Promise<{ readonly opencode: FakeOpencode; readonly answers: readonly RecipeAnswer[] }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const opencode = fakeOpencode({ directory: '/home/user/project', prices: recordedPrices, script, ...options })
    const answers: (RecipeAnswer & { body?: unknown; status?: number })[] = []
    const done = new Set<ProbedExchange>()
    for (const exchange of http) {
      const before = http.slice(0, answers.length).filter((earlier) => isAnsweredBefore(earlier, exchange, http))
      const seen = ownEvents(sse, exchange.sentAt)
      if (hurried(exchange)) await microtasks()
      else
        await moved(() => [
          ...before.filter((earlier) => !done.has(earlier)).map(({ method, path }) => `an answer to ${method} ${path}`),
          ...missingMarks(seen, opencode.events),
        ])
      nextMillisecond()
      const translate = idTranslator(ownEvents(sse), opencode.events)
      const { method } = exchange
      const answer: (typeof answers)[number] = { method, path: translate(exchange.path) }
      answers.push(answer)
      send(opencode, exchange, translate)
        .then((response) => Object.assign(answer, response))
        .finally(() => done.add(exchange))
        .catch((error: unknown) => Object.assign(answer, { failed: error }))
    }
    await moved(() =>
      http.filter((exchange) => !done.has(exchange)).map(({ method, path }) => `an answer to ${method} ${path}`),
    )
    await moved(() => (vi.getTimerCount() === 0 ? [] : ['the last timer']))
    await turns()
    return { opencode, answers }
  } finally {
    vi.useRealTimers()
  }
}

/** What was answered in the moment in which an abort was sent was answered because of it. */
function isAnsweredBefore(
  { sentAt, answeredAt }: ProbedExchange,
  later: ProbedExchange,
  http: readonly ProbedExchange[],
): boolean {
  const aborts = http.slice(http.indexOf(later)).filter(({ path }) => path.endsWith('/abort'))
  const aborted = sentAt < answeredAt && aborts.some((abort) => abort.sentAt === answeredAt)
  return answeredAt < later.sentAt || (answeredAt === later.sentAt && !aborted)
}

/** Messages tell by their times what came after what. No real client is so fast that two requests fall into one ms. */
function nextMillisecond(): void {
  const now = Date.now()
  while (Date.now() === now);
}

async function microtasks(): Promise<void> {
  for (let count = 0; count < 100; count += 1) await Promise.resolve()
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
function missingMarks(wanted: readonly TypedEvent[], given: readonly TypedEvent[]): readonly string[] {
  const counts = countMarks(given)
  return [...countMarks(wanted)].filter(([mark, count]) => (counts.get(mark) ?? 0) < count).map(([mark]) => mark)
}

function countMarks(events: readonly TypedEvent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const shown = new Set<string>()
  for (const event of events) {
    const mark = markOf(event, shown)
    if (mark !== undefined) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  }
  return counts
}

/** A tool is often shown as running more than once, and a message is upserted as it grows. */
function markOf({ type, properties }: TypedEvent, shown: Set<string>): string | undefined {
  if (type === 'session.status') return `${type} ${String(Object(properties['status']).type)}`
  if (type === 'session.updated') {
    const { title } = Object(properties['info'])
    return title.startsWith('New session - ') ? undefined : once(`${type} ${title}`, shown)
  }
  if (type === 'message.updated') {
    const { id, role } = Object(properties['info'])
    return once(`${id}`, shown) && `${type} ${role}`
  }
  if (type === 'message.part.updated') {
    const { id, type: kind, state } = Object(properties['part'])
    return kind === 'tool' ? once(`${id} ${state.status}`, shown) && `${type} ${state.status}` : undefined
  }
  return /\.(?:asked|replied|rejected|delta|idle|removed)$/.test(type) ? type : undefined
}

function once(mark: string, shown: Set<string>): string | undefined {
  if (shown.has(mark)) return undefined
  shown.add(mark)
  return mark
}

/** Resolves when nothing is missing. Each time nothing goes on by itself, the clock is moved to its next timer. */
async function moved(missing: () => readonly string[]): Promise<void> {
  for (let count = 0; count < 500; count += 1) {
    for (let turn = 0; turn < 12; turn += 1) {
      if (missing().length === 0) return
      await turns(1)
    }
    await vi.advanceTimersToNextTimerAsync()
  }
  throw new Error(`the recorded server had more by then: ${missing().join(', ')}`)
}
