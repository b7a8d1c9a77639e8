import type { FakeOpencode } from 'opencode-testing'
import { expect } from 'vitest'
import { type Answer, call } from '../api.ts'

/** Sends one request of the preview API, a body as JSON. */
export const ask = (opencode: FakeOpencode, method: string, path: string, body?: unknown): Promise<Answer> =>
  call(opencode, method, path, body, { headers: { 'content-type': 'application/json' } })

/** Creates a session through the preview; resolves to its id. */
export async function newSession(opencode: FakeOpencode, body: object = {}): Promise<string> {
  const { body: answer } = await ask(opencode, 'POST', '/api/session', body)
  return String(Object(answer).data.id)
}

/** Sends a prompt through the preview, which does not wait for its end. */
export const send = (opencode: FakeOpencode, sessionID: string, text: string, extra: object = {}): Promise<Answer> =>
  ask(opencode, 'POST', `/api/session/${sessionID}/prompt`, { prompt: { text }, ...extra })

/** Resolves when nothing works on any session. */
export async function idle(opencode: FakeOpencode): Promise<void> {
  const active = async (): Promise<unknown> => Object((await ask(opencode, 'GET', '/api/session/active')).body).data
  await expect.poll(active, { interval: 2 }).toEqual({})
}

/** Sends a prompt through the preview and waits for the end of the run. */
export async function run(opencode: FakeOpencode, sessionID: string, text: string): Promise<void> {
  await send(opencode, sessionID, text)
  await idle(opencode)
}

/** The types of the preview's own events so far, without their prefix. */
export const told = (opencode: FakeOpencode): readonly string[] =>
  opencode.events
    .map(({ type }) => type)
    .filter((type) => type.startsWith('session.next.'))
    .map((type) => type.slice(13))

/** The messages of a session, oldest first, as the preview lists them. */
export async function messagesOf(opencode: FakeOpencode, sessionID: string): Promise<readonly unknown[]> {
  const { body } = await ask(opencode, 'GET', `/api/session/${sessionID}/message?order=asc`)
  return Object(body).data
}
