import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession } from '../api.ts'

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

test.for(['/session', '/global/health', '/event', '/no/such', '/session/ses_unknown/message'])(
  'asks for the password on %s, with nothing else in the answer',
  async (path) => {
    const opencode = fakeOpencode({ password: 'pw' })
    const { status, headers, body } = await call(opencode, 'GET', path)
    expect([status, body]).toEqual([401, null])
    // The recorded headers but the date.
    expect(Object.fromEntries(headers)).toEqual({
      'content-length': '0',
      vary: 'Origin',
      'www-authenticate': 'Basic realm="Secure Area"',
    })
  },
)

test('a refused request is recorded without its key, and does nothing else', async () => {
  const opencode = fakeOpencode({ password: 'pw' })
  await call(opencode, 'POST', '/session', {}, { headers: { authorization: basic('opencode:wrong') } })
  await call(opencode, 'GET', '/no/such?auth_token=wrong')
  expect(opencode.requests).toMatchObject([
    { method: 'POST', path: '/session', headers: { authorization: 'Basic [redacted]' } },
    { method: 'GET', path: '/no/such', query: 'auth_token=[redacted]' },
  ])
  expect([opencode.sessions.size, opencode.events, opencode.misses]).toEqual([0, [], []])
})

test.for<[authorization: string | undefined, query: string, status: number]>([
  [basic('opencode:pw'), '', 200],
  [basic('opencode:pw').replace('Basic', 'basic'), '', 200],
  [undefined, '?auth_token=b3BlbmNvZGU6cHc=', 200],
  [undefined, `?auth_token=${encodeURIComponent('b3BlbmNvZGU6cHc=')}`, 200],
  // The token goes before the header.
  [basic('opencode:wrong'), '?auth_token=b3BlbmNvZGU6cHc=', 200],
  [basic('opencode:pw'), '?auth_token=wrong', 401],
  [basic('opencode:PW'), '', 401],
  [basic('someone:pw'), '', 401],
  [basic('pw'), '', 401],
  ['Bearer pw', '', 401],
  ['pw', '', 401],
  [undefined, '?auth_token=', 401],
])('answers authorization %s and the query %s with %i', async ([authorization, query, status]) => {
  const opencode = fakeOpencode({ password: 'pw' })
  const init = authorization === undefined ? {} : { headers: { authorization } }
  expect((await call(opencode, 'GET', `/global/health${query}`, undefined, init)).status).toBe(status)
})

test('a password may hold anything, a colon too', async () => {
  const opencode = fakeOpencode({ password: 'pä:ss>>>' })
  const token = Buffer.from('opencode:pä:ss>>>').toString('base64')
  expect((await call(opencode, 'GET', `/global/health?auth_token=${token}`)).status).toBe(200)
})

test('without the option nobody is asked, and a password that is sent anyway does no harm', async () => {
  const opencode = fakeOpencode()
  await createSession(opencode)
  const init = { headers: { authorization: basic('opencode:any') } }
  expect((await call(opencode, 'GET', '/session', undefined, init)).status).toBe(200)
})

test('a preflight needs no password, as browsers send none', async () => {
  const opencode = fakeOpencode({ password: 'pw' })
  const headers = { origin: 'http://localhost:3000', 'access-control-request-headers': 'authorization' }
  const answer = await call(opencode, 'OPTIONS', '/session', undefined, { headers })
  expect([answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([204, 'authorization'])
})

test('what the test makes fail fails before the password is asked for', async () => {
  const opencode = fakeOpencode({ password: 'pw' })
  opencode.fail('GET', '/agent', { status: 503 })
  expect((await call(opencode, 'GET', '/agent')).status).toBe(503)
})
