import type { FakeDeepSeek } from 'opencode-testing'

/** How a request differs from a plain one. */
export interface AskOptions {
  readonly path?: string
  readonly method?: string
  /** Over those of a plain request; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
  /** Which fetch is used; default the fake's own. */
  readonly fetch?: typeof fetch
}

const user = (content: unknown): object => ({ role: 'user', content })

/** The fields of a request in which DeepSeek thinks, as by default: over `fields`, with a prompt. */
export const chat = (fields: object = {}): object => ({ model: 'deepseek-flash', messages: [user('Hi')], ...fields })

/** Sends a body to the fake; a string is sent as it is. */
export function post(
  deepseek: FakeDeepSeek,
  body: object | string = chat(),
  { path = '/chat/completions', method = 'POST', headers, signal, fetch = deepseek.fetch }: AskOptions = {},
): Promise<Response> {
  const given = { authorization: 'Bearer sk-fake', 'content-type': 'application/json', ...headers }
  return fetch(`${deepseek.url}${path}`, {
    method,
    headers: Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    ...(method !== 'GET' && method !== 'HEAD' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

/** A streamed answer as the bytes' text. */
export async function streamed(deepseek: FakeDeepSeek, fields: object = {}): Promise<string> {
  const response = await post(deepseek, chat({ stream: true, ...fields }))
  return response.text()
}

/** An answer without a stream, parsed. */
export async function answered(deepseek: FakeDeepSeek, fields: object = {}): Promise<unknown> {
  const response = await post(deepseek, chat(fields))
  return response.json()
}
