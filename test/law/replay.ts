import type { FakeOpencode } from 'opencode-testing'
import type { RecordedExchange } from '../fixtures/read-recording.ts'

/** The recorded server's configured model: the fake has one of its own, so each prompt names it. */
const model = { providerID: 'deepseek', modelID: 'deepseek-chat' }

/** What a replayed request was answered, and its body as recordings keep it. */
export interface ReplayedAnswer {
  /** With the fake's own ids. */
  readonly path: string
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

const id = /\b(ses|msg|prt|per|que)_[0-9a-f]{12}[0-9A-Za-z]{14}\b/g

/**
 * Sends recorded requests to a fake, in their order. Where one names a session or a message of the recording, the fake's own takes its
 * place: the one that stood there in an answer before. `headersOf`: what a request was sent with, which recordings do not keep.
 */
export async function replay(
  opencode: FakeOpencode,
  exchanges: readonly RecordedExchange[],
  headersOf: (exchange: RecordedExchange, index: number) => Record<string, string> = () => ({}),
): Promise<readonly ReplayedAnswer[]> {
  const own = new Map<string, string>()
  const translate = (text: string): string => text.replace(id, (recorded) => own.get(recorded) ?? recorded)
  const answers: ReplayedAnswer[] = []
  for (const [index, exchange] of exchanges.entries()) {
    const { method, path, query } = exchange
    const body = bodyOf(exchange)
    const response = await opencode.fetch(`${opencode.url}${translate(path)}?${new URLSearchParams(query)}`, {
      method,
      ...(body !== undefined && { body: translate(body) }),
      headers: headersOf(exchange, index),
    })
    const answer = readBody(await response.text())
    pair(exchange.body, answer, own)
    answers.push({
      path: translate(path),
      status: response.status,
      body: answer,
      headers: Object.fromEntries(response.headers),
    })
  }
  return answers
}

function bodyOf({ path, requestBody }: RecordedExchange): string | undefined {
  const { __raw: raw, parts } = Object(requestBody)
  if (requestBody === undefined || typeof raw === 'string') return raw
  const prompt = path.endsWith('/message') && Array.isArray(parts) ? { model } : {}
  return JSON.stringify({ ...prompt, ...Object(requestBody) })
}

/** Of the web page recordings keep the first line. */
function readBody(text: string): unknown {
  if (text === '') return null
  return text.startsWith('<!doctype html>') ? { __text: '<!doctype html>' } : JSON.parse(text)
}

/** Notes which of the fake's ids stand where a recorded one stood. */
function pair(recorded: unknown, given: unknown, own: Map<string, string>): void {
  if (typeof recorded === 'string' && typeof given === 'string') {
    if (recorded.match(id)?.[0] === recorded && !own.has(recorded)) own.set(recorded, given)
  } else if (typeof recorded === 'object' && recorded !== null) {
    for (const [key, value] of Object.entries(recorded)) pair(value, Reflect.get(Object(given), key), own)
  }
}
