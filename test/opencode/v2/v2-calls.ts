import type { FakeOpencode } from 'opencode-testing'
import { expect } from 'vitest'
import { misfits } from '../../fixtures/v2/schema-faults.ts'
import { type Answer, call } from '../api.ts'

/** Sends one request of 2.x, a body as JSON. */
export const ask = (opencode: FakeOpencode, method: string, path: string, body?: unknown): Promise<Answer> =>
  call(opencode, method, path, body)

/** What a request was answered in its `data`. */
export async function dataOf(opencode: FakeOpencode, method: string, path: string, body?: unknown): Promise<unknown> {
  return Object((await ask(opencode, method, path, body)).body).data
}

/** Creates a session, with a title unless `body` says otherwise; resolves to its id. */
export async function newSession(opencode: FakeOpencode, body: object = {}): Promise<string> {
  return String(Object(await dataOf(opencode, 'POST', '/api/session', { title: 'a title', ...body })).id)
}

/** Sends a prompt, whose end 2.x does not wait for; resolves to its id. */
export async function send(
  opencode: FakeOpencode,
  sessionID: string,
  text: string,
  extra: object = {},
): Promise<string> {
  return String(Object(await dataOf(opencode, 'POST', `/api/session/${sessionID}/prompt`, { text, ...extra })).id)
}

/** Resolves when nothing works on a session. */
export const settle = (opencode: FakeOpencode, sessionID: string): Promise<Answer> =>
  ask(opencode, 'POST', `/api/experimental/session/${sessionID}/wait`)

/** Sends a prompt to a new session and waits for the end of the run; resolves to the session's id. */
export async function run(opencode: FakeOpencode, text = 'Hi', body: object = {}): Promise<string> {
  const id = await newSession(opencode, body)
  await send(opencode, id, text)
  await settle(opencode, id)
  return id
}

/** The types of the session events so far, without their prefix; those of the session's making and its first instructions left out. */
export const told = (opencode: FakeOpencode): readonly string[] =>
  opencode.events
    .map(({ type }) => type.replace(/^session\./, ''))
    .filter((type) => type !== 'created' && type !== 'instructions.updated')

/** The data of the events of a type. */
export const dataOfEvents = (opencode: FakeOpencode, type: string): readonly object[] =>
  opencode.events.filter((event) => event.type === type).map(({ properties }) => properties)

/** The messages of a session, oldest first, as 2.x lists them. */
export async function messagesOf(opencode: FakeOpencode, sessionID: string): Promise<readonly object[]> {
  const data = await dataOf(opencode, 'GET', `/api/session/${sessionID}/message?order=asc&limit=200`)
  return Array.isArray(data) ? data : []
}

/** A session as 2.x tells of it. */
export const sessionOf = async (opencode: FakeOpencode, sessionID: string): Promise<Record<string, unknown>> =>
  Object(await dataOf(opencode, 'GET', `/api/session/${sessionID}`))

/** Checks all events, sessions and messages of a fake against the schema of 2.x, and that seqs count from 0 without gaps. */
export function expectValid(opencode: FakeOpencode): void {
  expect(misfits('V2Event', opencode.events)).toEqual([])
  for (const [id, messages] of opencode.messages) {
    expect(misfits('SessionMessageInfo', messages)).toEqual([])
    const seqs = opencode.events.map((event) => Object(event).durable).filter((durable) => durable?.aggregateID === id)
    expect(seqs.map(({ seq }) => seq)).toEqual(seqs.map((_, index) => index))
  }
  expect(misfits('SessionInfo', [...opencode.sessions.values()])).toEqual([])
}
