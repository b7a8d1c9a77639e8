import type { FakeOpencode, Message } from 'opencode-testing'
import { v1Messages } from './v1-messages.ts'

/** What a request was answered. `body` is parsed where it is JSON, and null where there is none. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Sends one request to the fake, past any network. `body`: a string as it is, anything else as JSON. */
export async function call(
  opencode: Pick<FakeOpencode, 'url' | 'fetch'>,
  method: string,
  path: string,
  body?: unknown,
  init: RequestInit = {},
): Promise<Answer> {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await opencode.fetch(`${opencode.url}${path}`, { method, ...sent, ...init })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}

/** Creates a session, with a title unless `body` says otherwise: an untitled one asks the model for a title. Resolves to its id. */
export async function createSession(opencode: FakeOpencode, body: object = {}, path = '/session'): Promise<string> {
  const { body: session } = await call(opencode, 'POST', path, { title: 'a title', ...body })
  return String(Reflect.get(Object(session), 'id'))
}

/** The body of a prompt with one text. */
const promptBody = (text: string, extra: object = {}): object => ({ parts: [{ type: 'text', text }], ...extra })

/** Sends a prompt and waits for its answer. */
export const prompt = (
  opencode: FakeOpencode,
  sessionID: string,
  text: string,
  extra: object = {},
  init: RequestInit = {},
): Promise<Answer> => call(opencode, 'POST', `/session/${sessionID}/message`, promptBody(text, extra), init)

/** Sends a prompt and does not wait for its answer. */
export const promptAsync = (
  opencode: FakeOpencode,
  sessionID: string,
  text: string,
  extra: object = {},
): Promise<Answer> => call(opencode, 'POST', `/session/${sessionID}/prompt_async`, promptBody(text, extra))

/** The text that the model said in a message. */
const textOf = ({ parts }: Pick<Message, 'parts'>): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

/** The texts of the model's messages in a session, oldest first. */
export const saidIn = (opencode: FakeOpencode, sessionID: string): readonly string[] =>
  (v1Messages(opencode, sessionID) ?? []).filter(({ info }) => info.role === 'assistant').map(textOf)

/** What happened, as far as it is told by `session.status`, `session.idle`, `session.error` and the completion of messages. */
export const courseOf = (events: FakeOpencode['events']): readonly string[] =>
  events.map(({ type, properties }) => coarse(type, properties)).filter((step) => step !== undefined)

function coarse(type: string, properties: Readonly<Record<string, unknown>>): string | undefined {
  if (type === 'session.idle') return 'idle'
  if (type === 'session.status') {
    const { type: status, attempt } = Object(properties['status'])
    return status === 'retry' ? `retry ${attempt}` : status === 'busy' ? 'busy' : undefined
  }
  if (type === 'session.error') return `error ${Object(properties['error']).name}`
  const { role, time, finish, error } = Object(properties['info'])
  if (type !== 'message.updated' || role !== 'assistant' || time.completed === undefined) return undefined
  return `completed ${finish ?? error?.name ?? 'without a finish'}`
}
