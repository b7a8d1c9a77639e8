import { httpError, type Reply } from 'opencode-testing'
import { expect } from 'vitest'
import { errTest, type Recipe, textUsage } from './recipe.ts'

/** The envelope of the recorded model server's errors: `E(message, type, code)`. */
const E = (message: string, type: string, code: string): object => ({ error: { message, type, param: null, code } })

const rateLimit = E('Rate limit reached', 'rate_limit_error', 'rate_limit_exceeded')
const tooBusy: Reply = httpError(
  503,
  E('Service is too busy.', 'service_unavailable_error', 'service_unavailable_error'),
)
const invalid = (message: string): object => E(message, 'invalid_request_error', 'invalid_request_error')

const boom = httpError(500, E('boom', 'server_error', 'x'))

/** The recorded scenarios in which the model server answers with an HTTP error, and of agents that do not exist (captures/RECIPES.md). */
export const errorRecipes: Readonly<Record<string, Recipe>> = {
  '09a-http-401': errTest('09a-http-401', [
    httpError(401, 'Authentication Fails (auth header format should be Bearer sk-...)'),
  ]),
  '09c-http-400-context-length': {
    ...errTest('09c-http-400-context-length', [
      httpError(
        400,
        invalid(
          "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens (131808 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
        ),
      ),
      { text: 'summary?', usage: textUsage },
      { text: 'continued', usage: textUsage },
    ]),
    options: { sideCalls: 'script' },
  },
  '09l-title-request-fails': {
    script: [
      httpError(401, E('Authentication Fails', 'authentication_error', 'x')),
      { text: 'main ok', usage: textUsage },
    ],
    options: { sideCalls: 'script' },
    async play({ mk, prompt, get }) {
      const session = await mk()
      await prompt(session, 'hi')
      await get(`/session/${session}`)
    },
  },
  '09m-title-request-500': {
    script: [boom, { text: 'main ok', usage: textUsage }, boom, boom],
    options: { sideCalls: 'script' },
    async play({ opencode, mk, prompt, get }) {
      const session = await mk()
      await prompt(session, 'hi')
      await expect.poll(() => opencode.remaining).toBe(0)
      await get(`/session/${session}`)
    },
  },
  '14d-wrong-provider-async': {
    script: [],
    options: { models: ['deepseek/deepseek-chat'] },
    async play({ opencode, mk, promptAsync, get }) {
      const session = await mk({ title: 'e3' })
      await promptAsync(session, 'x', { model: { providerID: 'nope', modelID: 'nope' } })
      const errors = (): number => opencode.events.filter(({ type }) => type === 'session.error').length
      await expect.poll(errors).toBe(2)
      await get(`/session/${session}/message`)
      await get('/session/status')
    },
  },
  '09c2-http-400-other': errTest('09c2-http-400-other', [
    httpError(400, invalid('Invalid max_tokens value, the valid range of max_tokens is [1, 8192]')),
  ]),
  '09d-http-422': errTest('09d-http-422', [httpError(422, invalid('invalid parameter'))]),
  '09e-http-429-retry-after-1': errTest('09e-http-429-retry-after-1', [
    httpError(429, rateLimit, { retryAfter: 1 }),
    { text: 'after 429', usage: textUsage },
  ]),
  '09e2-http-429-no-header-twice': errTest('09e2-http-429-no-header-twice', [
    httpError(429, rateLimit),
    httpError(429, rateLimit),
    { text: 'after two 429', usage: textUsage },
  ]),
  '09f-http-500': errTest('09f-http-500', [
    httpError(500, E('Internal Server Error', 'server_error', 'internal_error')),
    { text: 'after 500', usage: textUsage },
  ]),
  '09h-http-503-persistent-abort-in-retry': {
    ...errTest(
      '09h-http-503-persistent-abort-in-retry',
      [tooBusy, tooBusy, tooBusy, tooBusy, tooBusy, tooBusy],
      async ({ opencode, prompt, post }, session) => {
        const prompted = prompt(session, 'err test')
        const attempts = (): unknown => opencode.events.map(({ properties }) => properties['status']).at(-1)
        await expect.poll(attempts).toMatchObject({ type: 'retry', attempt: 4 })
        await post(`/session/${session}/abort`)
        await prompted
      },
    ),
    // The recorded abort came in the wait before the fifth request.
    options: { retryDelay: (attempt) => (attempt === 4 ? 60_000 : 0) },
  },
  '09i-http-401-async': {
    ...errTest(
      '09i-http-401-async',
      [httpError(401, 'Authentication Fails')],
      async ({ promptAsync, idle }, session) => {
        await promptAsync(session, 'err test')
        await idle(session, 2)
      },
    ),
    // The recorded client asked for the messages between the two idle bursts, which are 100 ms apart there and none here.
    untold: [3],
  },
  '09n-http-503-exhausted': {
    script: [tooBusy, tooBusy, tooBusy, tooBusy, tooBusy, tooBusy],
    async play({ mk, promptAsync, idle, get }) {
      const session = await mk({ title: 'exhausted' })
      await promptAsync(session, 'err test')
      await idle(session, 2)
      await get(`/session/${session}/message`)
      await get('/session/status')
    },
  },
  '14b-wrong-agent': {
    script: [],
    options: { agents: ['build', 'explore', 'general', 'helper', 'plan'] },
    async play({ mk, prompt, promptAsync, get }) {
      const session = await mk({ title: 'e1' })
      await prompt(session, 'x', { agent: 'no-such-agent' })
      await promptAsync(session, 'x', { agent: 'no-such-agent' })
      await get(`/session/${session}/message`)
      await get('/session/status')
    },
  },
}
