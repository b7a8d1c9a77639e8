import { fakeOpencode, type FakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { readRecording } from '../../fixtures/read-recording.ts'
import { call, createSession, prompt } from '../api.ts'
import { v1Messages } from '../v1-messages.ts'

/** The cursor of a page is its oldest message, as base64url. */
const cursor = (oldest: { id: string; time: number }): string =>
  Buffer.from(JSON.stringify(oldest)).toString('base64url')

async function threePrompts(): Promise<{ opencode: FakeOpencode; session: string; ids: readonly string[] }> {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  for (const text of ['a', 'b', 'c']) await prompt(opencode, session, text)
  return { opencode, session, ids: (v1Messages(opencode, session) ?? []).map(({ info }) => info.id) }
}

const idsOf = (body: unknown): readonly string[] =>
  [body].flat().map((message) => String(Reflect.get(Object(Reflect.get(Object(message), 'info')), 'id')))

test('lists the messages of a session, oldest first', async () => {
  const { opencode, session, ids } = await threePrompts()
  const { body, headers } = await call(opencode, 'GET', `/session/${session}/message`)
  expect(body).toEqual(v1Messages(opencode, session))
  expect(ids).toHaveLength(6)
  expect(headers.get('link')).toBeNull()
})

test('a limit gives the newest messages, and where to go on in the recorded form', async () => {
  const page = readRecording('13-gets').http.find(
    ({ path, query }) => path.endsWith('/message') && query['limit'] === '1',
  )
  const { id, time } = Object([page?.body].flat()[0]).info
  expect(page?.headers?.['x-next-cursor']).toBe(cursor({ id, time: time.created }))

  const { opencode, session, ids } = await threePrompts()
  const { body, headers } = await call(opencode, 'GET', `/session/${session}/message?limit=2`)
  expect(idsOf(body)).toEqual(ids.slice(-2))
  const oldest = v1Messages(opencode, session)?.at(-2)?.info
  const next = cursor({ id: ids.at(-2) ?? '', time: oldest?.time.created ?? 0 })
  expect(headers.get('x-next-cursor')).toBe(next)
  expect(headers.get('link')).toBe(`<${opencode.url}/session/${session}/message?limit=2&before=${next}>; rel="next"`)
  expect(headers.get('access-control-expose-headers')).toBe(page?.headers?.['access-control-expose-headers'] ?? null)
})

test('the links lead through all messages, and the last page has none', async () => {
  const { opencode, session, ids } = await threePrompts()
  const pages: (readonly string[])[] = []
  let path: string | undefined = `/session/${session}/message?limit=4`
  while (path !== undefined) {
    const { body, headers } = await call(opencode, 'GET', path)
    pages.push(idsOf(body))
    path = /^<[^>]*?(\/session[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
  }
  expect(pages).toEqual([ids.slice(2), ids.slice(0, 2)])
})

test.for([['?limit=6'], ['?limit=100'], ['?limit=0']])('%s gives all messages and no link', async ([query]) => {
  const { opencode, session, ids } = await threePrompts()
  const { body, headers } = await call(opencode, 'GET', `/session/${session}/message${query}`)
  expect([idsOf(body), headers.get('link')]).toEqual([ids, null])
})

test('a cursor of a message that is not there gives an empty page', async () => {
  const { opencode, session } = await threePrompts()
  const before = Buffer.from('{"id":"msg_unknown","time":1}').toString('base64url')
  const { status, body } = await call(opencode, 'GET', `/session/${session}/message?limit=2&before=${before}`)
  expect([status, body]).toEqual([200, []])
})

test.for(['limit=abc', 'limit=-1', 'limit=1.5', 'limit=2&before=nonsense', 'before=eyJpZCI6Im1zZ18xIn0'])(
  'refuses the page %s with a 400',
  async (query) => {
    const { opencode, session } = await threePrompts()
    expect((await call(opencode, 'GET', `/session/${session}/message?${query}`)).status).toBe(400)
  },
)

test('gives one message by its id', async () => {
  const { opencode, session, ids } = await threePrompts()
  const { body } = await call(opencode, 'GET', `/session/${session}/message/${ids[3]}`)
  expect(body).toEqual(v1Messages(opencode, session)?.[3])
})

test('keeps the ids that the client chose for a message and its parts', async () => {
  // captures/1.18.33/15i-client-supplied-ids.json
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  const parts = [
    { id: 'prt_zzzclient0000000000000001', type: 'text', text: 'hi' },
    { type: 'text', text: 'there' },
  ]
  await prompt(opencode, session, '', { messageID: 'msg_zzzclientsupplied00000001', parts })
  const [asked, answered] = v1Messages(opencode, session) ?? []
  expect(asked).toMatchObject({
    info: { id: 'msg_zzzclientsupplied00000001', sessionID: session },
    parts: [
      { id: 'prt_zzzclient0000000000000001', messageID: 'msg_zzzclientsupplied00000001', sessionID: session },
      { id: expect.stringMatching(/^prt_[0-9a-f]{12}/), text: 'there' },
    ],
  })
  expect(answered?.info).toMatchObject({ parentID: 'msg_zzzclientsupplied00000001' })
  expect(opencode.sentPrompts[0]?.promptID).toBe('msg_zzzclientsupplied00000001')
})

test('keeps a file part as the client sent it, behind what opencode adds to it', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  const file = { type: 'file', mime: 'text/plain', filename: 'a.txt', url: 'file:///a.txt' }
  await prompt(opencode, session, '', { parts: [file] })
  expect(v1Messages(opencode, session)?.[0]?.parts.at(-1)).toMatchObject(file)
})

test('a prompt that asks for no reply is stored, answered with itself, and worked on by nobody', async () => {
  const opencode = fakeOpencode({ script: ['one'] })
  const session = await createSession(opencode)
  const { status, body } = await prompt(opencode, session, 'context', { noReply: true })
  expect(status).toBe(200)
  expect(body).toEqual(v1Messages(opencode, session)?.[0])
  expect(v1Messages(opencode, session)).toHaveLength(1)
  expect(opencode.events.map(({ type }) => type)).not.toContain('session.status')
  expect([opencode.remaining, opencode.runs, opencode.prompts]).toEqual([1, [], ['context']])
})

test('the prompt after one that asked for no reply is a run of its own, and the model is told both', async () => {
  const opencode = fakeOpencode({ script: [({ messages }) => messages.map(({ content }) => content).join(' + ')] })
  const session = await createSession(opencode)
  await call(opencode, 'POST', `/session/${session}/prompt_async`, {
    parts: [{ type: 'text', text: 'context' }],
    noReply: true,
  })
  await prompt(opencode, session, 'question')
  expect(opencode.runs).toHaveLength(1)
  expect(opencode.lastRun?.text).toBe('context + question')
  expect(opencode.lastRun?.messages).toHaveLength(2)
})
