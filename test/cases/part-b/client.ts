import { RunResult } from 'opencode-testing'
import { decodeEvents, type Envelope } from 'opencode-testing/wire'
import { turns } from '../../opencode/until.ts'

// What the small clients of these cases share: HTTP and the event stream, over the network as any client's.

const base = 'http://localhost:4096'

/** Sends a request; resolves to its answer's JSON, null where there is none. */
export async function call(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<{ readonly ok: boolean; readonly data: unknown }> {
  const response = await fetch(`${base}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  return { ok: response.ok, data: text === '' ? null : JSON.parse(text) }
}

/** Creates a session; resolves to its id. */
export async function createSession(): Promise<string> {
  const { data } = await call('POST', '/session', { title: 'a title' })
  return String(Object(data).id)
}

const body = (text: string): object => ({ parts: [{ type: 'text', text }] })

/** Prompts and waits for the answer; resolves to its text. */
export async function prompt(sessionID: string, text: string): Promise<string> {
  const { data } = await call('POST', `/session/${sessionID}/message`, body(text))
  return RunResult.from(data).text
}

/** Prompts and does not wait. */
export const promptAsync = (sessionID: string, text: string): Promise<unknown> =>
  call('POST', `/session/${sessionID}/prompt_async`, body(text))

/** The session's messages, read as a run. */
export const lastRunOf = async (sessionID: string): Promise<RunResult> =>
  RunResult.from((await call('GET', `/session/${sessionID}/message`)).data)

/** Whether the server says that anything is at work. */
export const isBusy = async (): Promise<boolean> =>
  Object.keys(Object((await call('GET', '/session/status')).data)).length > 0

/** The events of a stream until it ends. */
export async function* events(path = '/event'): AsyncGenerator<Envelope, void> {
  const { body: stream } = await fetch(`${base}${path}`)
  if (stream) yield* decodeEvents(stream)
}

/** What a client came to, when everything that was going to happen by itself has: its result, or that it is still waiting. */
export async function resultOf<T>(client: Promise<T>): Promise<T | 'still waiting'> {
  return Promise.race([client, turns(500).then(() => 'still waiting' as const)])
}
