import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call } from '../api.ts'
import { readStream } from '../read-stream.ts'

const originHeaders = ({ headers }: { readonly headers: Headers }): unknown =>
  Object.fromEntries([...headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-')))

test.for([
  // The first and the last two are in captures/1.18.33/13-gets.json; the others are those of opencode's own apps and pages.
  'http://localhost:3000',
  'http://127.0.0.1:8080',
  'tauri://localhost',
  'https://tauri.localhost',
  'https://app.opencode.ai',
])('allows pages of %s', async (origin) => {
  const answer = await call(fakeOpencode(), 'GET', '/global/health', undefined, { headers: { origin } })
  expect(originHeaders(answer)).toEqual({ vary: 'Origin', 'access-control-allow-origin': origin })
})

test.for(['https://evil.example', 'https://localhost:3000', 'https://opencode.ai.evil.example', 'null'])(
  'answers pages of %s, and says nothing of origins',
  async (origin) => {
    const answer = await call(fakeOpencode(), 'GET', '/global/health', undefined, { headers: { origin } })
    expect([answer.status, originHeaders(answer)]).toEqual([200, {}])
  },
)

test('an answer to no page at all varies by origin, and echoes none', async () => {
  expect(originHeaders(await call(fakeOpencode(), 'GET', '/global/health'))).toEqual({ vary: 'Origin' })
})

test('streams, errors and what the test makes fail are allowed like the rest', async () => {
  const opencode = fakeOpencode()
  opencode.fail('GET', '/agent')
  const init = { headers: { origin: 'http://localhost:3000' } }
  const { response } = await readStream(opencode, '/event', init)
  const rest = ['/session/ses_unknown', '/agent', '/no/such'].map((path) =>
    call(opencode, 'GET', path, undefined, init),
  )
  const answers = [response, ...(await Promise.all(rest))]
  expect(answers.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual(
    answers.map(() => 'http://localhost:3000'),
  )
})

test('answers a preflight on any path, which is no miss', async () => {
  const opencode = fakeOpencode()
  const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' }
  for (const path of ['/session', '/no/such']) {
    const answer = await call(opencode, 'OPTIONS', path, undefined, { headers })
    expect([answer.status, answer.body]).toEqual([204, null])
    expect(Object.fromEntries(answer.headers)).toEqual({
      'access-control-allow-headers': '',
      'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE',
      'access-control-allow-origin': 'http://localhost:3000',
      'access-control-max-age': '86400',
      'content-length': '0',
      vary: 'Origin',
    })
  }
  expect(opencode.misses).toEqual([])
})
