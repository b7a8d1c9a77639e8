import { InvalidOptionError } from '../errors.ts'
import { isRecord } from '../model/checks.ts'
import { callError } from './http-call.ts'
import type { PromptApi } from './prompt-api.ts'
import { readSession } from './read-session.ts'

type Method = (...args: readonly unknown[]) => unknown

/** Whether `value` is a client of `@opencode-ai/sdk`, v1 or v2. */
export const isSdkClient = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'session' in value && 'event' in value && 'config' in value

/**
 * The calls of a prompt by an SDK client's own methods. The v1 client takes `{ path, query, body }`, the v2 client flat parameters;
 * only the latter has `worktree`.
 */
export function sdkPromptApi(client: object): PromptApi {
  const flat = 'worktree' in client
  const session = (id: string, directory: string | undefined, body?: object): object => {
    const where = directory === undefined ? {} : { directory }
    return flat ? { sessionID: id, ...where, ...body } : { path: { id }, query: where, ...(body && { body }) }
  }
  const call = async (group: string, name: string, ...args: readonly unknown[]): Promise<unknown> => {
    const { data, error, response } = toResult(await methodOf(client, group, name)(...args))
    if (error === undefined) return data
    const status = response instanceof Response ? response.status : undefined
    throw callError(`client.${group}.${name}()`, status, error, error)
  }
  return {
    createSession: async () => readSession(await call('session', 'create', flat ? {} : { body: {} })),
    getSession: async (id) => readSession(await call('session', 'get', session(id, undefined))),
    async events({ directory }, signal) {
      const where = directory === undefined ? {} : { directory }
      const subscribe = methodOf(client, 'event', 'subscribe')
      const subscribed = await (flat ? subscribe(where, { signal }) : subscribe({ query: where, signal }))
      const stream = isRecord(subscribed) ? subscribed['stream'] : undefined
      if (isAsyncIterable(stream)) return stream[Symbol.asyncIterator]()
      throw new InvalidOptionError({ path: 'target.event.subscribe()', expected: '{ stream }', received: subscribed })
    },
    async prompt({ id, directory }, { text, ...rest }, signal) {
      const input = session(id, directory, { parts: [{ type: 'text', text }], ...rest })
      await (flat ? call('session', 'prompt', input, { signal }) : call('session', 'prompt', { ...input, signal }))
    },
    messages: ({ id, directory }) => call('session', 'messages', session(id, directory)),
  }
}

function methodOf(client: object, group: string, name: string): Method {
  const owner: unknown = Reflect.get(client, group)
  const method: unknown = typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined
  if (typeof method !== 'function') {
    throw new InvalidOptionError({
      path: `target.${group}.${name}`,
      expected: "a method, as @opencode-ai/sdk's client has",
      received: method,
    })
  }
  return (...args) => Reflect.apply(method, owner, args)
}

/** What a method of the SDK resolves to; with `responseStyle: 'data'` that is the data itself. */
function toResult(value: unknown): { data?: unknown; error?: unknown; response?: unknown } {
  return isRecord(value) && ('response' in value || 'error' in value) ? value : { data: value }
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
