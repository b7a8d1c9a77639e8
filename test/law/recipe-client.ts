import { type FakeOpencode, fakeOpencode, type Reply, type Usage } from 'opencode-testing'

/** What a recipe's requests are made with: the names of captures/RECIPES.md. */
export interface RecipeClient {
  readonly opencode: FakeOpencode
  /** POST /session; its id. */
  readonly mk: (body?: object) => Promise<string>
  /** POST /session/:id/message */
  readonly prompt: (sessionID: string, text: string, extra?: object) => Promise<void>
  readonly get: (path: string) => Promise<void>
  readonly post: (path: string, body?: object) => Promise<void>
  /** The answers so far, in the order of the requests. */
  readonly http: { readonly method: string; readonly path: string; readonly status: number; readonly body: unknown }[]
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

/** The recorded server's configured model: the fake has one of its own, so each prompt names it. */
const model = { providerID: 'deepseek', modelID: 'deepseek-chat' }

/** A fake with a recipe's script and prices, and a client that keeps its answers. */
export function recipeClient(script: readonly Reply[]): RecipeClient {
  const opencode = fakeOpencode({ script, prices: { 'deepseek-chat': price, 'deepseek-reasoner': price } })
  const http: RecipeClient['http'] = []
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const entry = { method, path, status: 0, body: undefined as unknown }
    http.push(entry)
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await opencode.fetch(`${opencode.url}${path}`, { method, ...init })
    entry.status = response.status
    entry.body = await response.json()
    return entry.body
  }
  return {
    opencode,
    http,
    async mk(body = {}) {
      const session = await call('POST', '/session', body)
      return String(Reflect.get(Object(session), 'id'))
    },
    async prompt(sessionID, text, extra = {}) {
      await call('POST', `/session/${sessionID}/message`, { parts: [{ type: 'text', text }], model, ...extra })
    },
    async get(path) {
      await call('GET', path)
    },
    async post(path, body) {
      await call('POST', path, body)
    },
  }
}
