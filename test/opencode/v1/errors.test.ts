import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { type RecordedExchange, readRecording } from '../../fixtures/read-recording.ts'
import { call, createSession } from '../api.ts'
import { v1Messages } from '../v1-messages.ts'

const [created, ...rows] = readRecording('14-errors').http
const recordedSession = String(Reflect.get(Object(created?.body), 'id'))

test.for(rows.map((row) => [titleOf(row), row] as const))('answers %s as the real server did', async ([, row]) => {
  const opencode = fakeOpencode({ script: [{ text: 'x', usage: { prompt: 100, completion: 20, cacheHit: 64 } }] })
  const session = await createSession(opencode, { title: 'errs' })
  const path = row.path.replace(recordedSession, session)
  const answer = await call(opencode, row.method, path, bodyOf(row.requestBody))
  expect(answer.status).toBe(row.status)
  expect(answer.headers.get('content-type')?.split(';')[0] ?? null).toBe(row.contentType?.split(';')[0] ?? null)
  expect(comparable(answer.body)).toEqual(comparable(row.body))
})

/** Without what differs from run to run: ids, refs and times; of a session or a message its keys. */
function comparable(body: unknown): unknown {
  const text = typeof body === 'string' ? body : Reflect.get(Object(body), '__text')
  if (typeof text === 'string') return text.slice(0, '<!doctype html>'.length)
  if (Reflect.get(Object(body), 'id') !== undefined) return Object.keys(Object(body)).toSorted()
  if (Reflect.get(Object(body), 'info') !== undefined) return Object.keys(Reflect.get(Object(body), 'info')).toSorted()
  return JSON.parse(JSON.stringify(body).replace(/err_[0-9a-f]{8}/, 'err_(ref)'))
}

function bodyOf(recorded: unknown): unknown {
  const raw = Reflect.get(Object(recorded), '__raw')
  return typeof raw === 'string' ? raw : recorded
}

function titleOf({ method, path, requestBody }: RecordedExchange): string {
  return `${method} ${path}${requestBody === undefined ? '' : ` ${JSON.stringify(requestBody)}`}`
}

test('a prompt that is refused leaves no trace but its record', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  await call(opencode, 'POST', `/session/${session}/message`, { parts: 'x' })
  expect(v1Messages(opencode, session)).toEqual([])
  expect(opencode.events.map(({ type }) => type)).toEqual(['session.created'])
  expect([opencode.prompts, opencode.runs]).toEqual([[], []])
  expect(opencode.requests.at(-1)).toMatchObject({ method: 'POST', body: { parts: 'x' } })
})

test.for<[body: unknown, message: string]>([
  // The form is that of captures/1.18.33/14-errors.json.
  ['[]', 'Expected object, got []'],
  ['null', 'Expected object, got null'],
  ['"text"', 'Expected object, got "text"'],
  [
    { parts: [null] },
    'Expected { readonly "type": "text", ... } | { readonly "type": "file", ... } | { readonly "type": "agent", ... } | { readonly "type": "subtask", ... }, got null\n  at ["parts"][0]',
  ],
  [
    {
      parts: [
        { type: 'text', text: 'x' },
        { type: 'text', text: 5 },
      ],
    },
    'Expected string, got 5\n  at ["parts"][1]["text"]',
  ],
  [{ parts: [], agent: 5 }, 'Expected string, got 5\n  at ["agent"]'],
  [{ parts: [], system: 5 }, 'Expected string, got 5\n  at ["system"]'],
  [{ parts: [], noReply: 'yes' }, 'Expected boolean, got "yes"\n  at ["noReply"]'],
  [{ parts: [], variant: 5 }, 'Expected string, got 5\n  at ["variant"]'],
  [{ parts: [], tools: { bash: 'no' } }, 'Expected boolean, got "no"\n  at ["tools"]["bash"]'],
  [{ parts: [], tools: [] }, 'Expected object, got []\n  at ["tools"]'],
  [{ parts: [], model: {} }, 'Missing key\n  at ["model"]["providerID"]'],
  [{ parts: [], model: { providerID: 'x' } }, 'Missing key\n  at ["model"]["modelID"]'],
  [{ parts: [], messageID: 'bad_id' }, 'Expected a string starting with "msg", got "bad_id"\n  at ["messageID"]'],
])('refuses the prompt %j with a 400 that says where', async ([body, message]) => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  for (const route of ['message', 'prompt_async']) {
    const answer = await call(opencode, 'POST', `/session/${session}/${route}`, body)
    expect([answer.status, answer.body]).toEqual([400, { name: 'BadRequest', data: { message, kind: 'Payload' } }])
  }
})

test.for([
  ['[]'],
  ['null'],
  [{ parentID: 5 }],
  [{ agent: 5 }],
  [{ model: 'x' }],
  [{ model: { id: 'x' } }],
  [{ metadata: 'x' }],
  [{ time: { archived: 'now' } }],
])('refuses the session %j with the bare 400', async ([body]) => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  for (const [method, path] of [
    ['POST', '/session'],
    ['PATCH', `/session/${session}`],
  ] as const) {
    const answer = await call(opencode, method, path, body)
    expect([answer.status, answer.body]).toEqual([400, { _tag: 'BadRequest' }])
  }
  expect(opencode.sessions.size).toBe(1)
})

test.for<[method: string, path: string]>([
  ['GET', '/no/such/route'],
  ['POST', '/no/such/route'],
  ['PUT', '/session'],
  ['DELETE', '/session'],
  ['POST', '/event'],
  ['GET', '/event/x'],
  ['PATCH', '/global/health'],
  ['GET', '/'],
])('answers %s %s with the web page, and a miss names it', async ([method, path]) => {
  const opencode = fakeOpencode()
  const { status, headers, body } = await call(opencode, method, `${path}?x=1`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html'])
  expect(body).toMatch(/^<!doctype html>/)
  expect(opencode.misses).toEqual([
    {
      kind: 'route',
      message: `${method} ${path} is no endpoint of this fake; it answered with the web page, as opencode 1.18.33 does`,
      request: opencode.requests[0],
    },
  ])
})

test('answers HEAD with the headers of the web page alone', async () => {
  const opencode = fakeOpencode()
  const { status, headers, body } = await call(opencode, 'HEAD', '/global/health')
  expect([status, headers.get('content-type'), body]).toEqual([200, 'text/html', null])
})

test('every answer says that it varies by origin', async () => {
  const opencode = fakeOpencode()
  opencode.fail('GET', '/agent')
  const paths = ['/global/health', '/session/ses_unknown', '/no/such/route', '/agent']
  const answers = await Promise.all(paths.map((path) => call(opencode, 'GET', path)))
  expect(answers.map(({ headers }) => headers.get('vary'))).toEqual(paths.map(() => 'Origin'))
})

test.for(['%', '%2', '%zz', 'ses_%ff'])('takes the broken escape %s in a path as it stands', async (part) => {
  const opencode = fakeOpencode()
  const { status } = await call(opencode, 'GET', `/session/${part}`)
  expect(status).toBe(part.startsWith('ses') ? 404 : 500)
})
