import { type FakeOpencode, fakeOpencode, type OpencodeOptions, type Reply, type Usage } from 'opencode-testing'
import { expect } from 'vitest'

/** What a recipe's requests are made with: the names of captures/RECIPES.md. */
export interface RecipeClient {
  readonly opencode: FakeOpencode
  /** POST /session; its id. */
  readonly mk: (body?: object) => Promise<string>
  /** POST /session/:id/message */
  readonly prompt: (sessionID: string, text: string, extra?: object, init?: RequestInit) => Promise<void>
  /** POST /session/:id/prompt_async */
  readonly promptAsync: (sessionID: string, text: string, extra?: object) => Promise<void>
  readonly get: (path: string) => Promise<void>
  readonly post: (path: string, body?: object) => Promise<void>
  readonly patch: (path: string, body: object) => Promise<void>
  /** DELETE */
  readonly remove: (path: string) => Promise<void>
  /** Resolves when the session has been idle `times` times. */
  readonly idle: (sessionID: string, times?: number) => Promise<void>
  /** The answers so far, in the order of the requests; `status` is undefined where the client left before one. */
  readonly http: readonly RecipeAnswer[]
}

/** An exchange, as recordings keep it. */
export interface RecipeAnswer {
  readonly method: string
  readonly path: string
  readonly status?: number
  readonly body?: unknown
}

/** The usage of a recipe: `U(prompt, completion, cacheHit, reasoning)`. */
export const U = (prompt: number, completion: number, cacheHit: number, reasoningTokens = 0): Usage => ({
  prompt,
  completion,
  cacheHit,
  reasoning: reasoningTokens,
})

/** The recorded server's prices, USD per million tokens (captures/RECIPES.md). */
const price = { input: 0.28, output: 0.42, cacheRead: 0.028 }

/** The price of a model that opencode itself knows (facts/opencode-1x.md section 0, captures/1.18.33/13-gets.json). */
const builtIn = { input: 0.15, output: 0.6, cacheRead: 0.003 }

/** Model id to price, as the recorded servers had them. */
export const recordedPrices: Readonly<Record<string, typeof price>> = {
  'deepseek-chat': price,
  'deepseek-reasoner': price,
  'deepseek-flash': builtIn,
}

/** The recorded server's configured model: the fake has one of its own, so each prompt names it. */
const model = { providerID: 'deepseek', modelID: 'deepseek-chat' }

const promptBody = (text: string, extra: object): object => ({ parts: [{ type: 'text', text }], model, ...extra })

/** A fake with a recipe's script and prices, and a client that keeps its answers. Retries do not wait: only `next` would show it. */
export function recipeClient(script: readonly Reply[], options: OpencodeOptions = {}): RecipeClient {
  const opencode = fakeOpencode({ script, prices: recordedPrices, retryDelay: 'none', ...options })
  const http: { method: string; path: string; status?: number; body?: unknown }[] = []
  const call = async (method: string, path: string, body?: object, init: RequestInit = {}): Promise<unknown> => {
    const entry: (typeof http)[number] = { method, path }
    http.push(entry)
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await opencode.fetch(`${opencode.url}${path}`, { method, ...sent, ...init })
    const text = await response.text()
    entry.status = response.status
    entry.body = text === '' ? null : JSON.parse(text)
    return entry.body
  }
  return {
    opencode,
    http,
    async mk(body = {}) {
      const session = await call('POST', '/session', body)
      return String(Reflect.get(Object(session), 'id'))
    },
    async prompt(sessionID, text, extra = {}, init = {}) {
      await call('POST', `/session/${sessionID}/message`, promptBody(text, extra), init)
    },
    async promptAsync(sessionID, text, extra = {}) {
      await call('POST', `/session/${sessionID}/prompt_async`, promptBody(text, extra))
    },
    async get(path) {
      await call('GET', path)
    },
    async post(path, body) {
      await call('POST', path, body)
    },
    async patch(path, body) {
      await call('PATCH', path, body)
    },
    async remove(path) {
      await call('DELETE', path)
    },
    async idle(sessionID, times = 1) {
      const bursts = (): number =>
        opencode.events.filter((event) => event.type === 'session.idle' && event.properties['sessionID'] === sessionID)
          .length
      await expect.poll(bursts).toBe(times)
    },
  }
}
