import { InvalidOptionError } from '../errors.ts'
import { isRecord } from '../model/checks.ts'
import { isSdkClient } from './sdk-prompt-api.ts'

/** A server that is called: a base URL, a fake (anything with `url` and `fetch`), or a client of `@opencode-ai/sdk`, v1 or v2. */
export type PromptTarget = string | URL | { readonly url: string; readonly fetch: typeof fetch } | object

/** How a target is called: over HTTP, or by an SDK client. `version`: of a fake. */
export type Target =
  | { readonly baseUrl: string; readonly fetch: typeof globalThis.fetch; readonly version?: string }
  | { readonly client: object }

/** The user that a server with a password knows (captures/1.18.33/14e-auth-password.json). */
const USER = 'opencode'

/** Reads a target; the credentials of a URL and the password of a fake go with each call. Throws InvalidOptionError for anything else. */
export function readTarget(path: string, target: PromptTarget): Target {
  const expected = 'a base URL such as http://localhost:4096, a FakeOpencode or a client of @opencode-ai/sdk'
  if (typeof target === 'string' || target instanceof URL) {
    const url = URL.canParse(String(target)) ? new URL(target) : undefined
    // `localhost:4096` is a URL of a scheme called localhost.
    if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidOptionError({ path, expected, received: target })
    const { username, password } = url
    url.username = ''
    url.password = ''
    const baseUrl = url.href.replace(/\/+$/, '')
    if (username === '' && password === '') return { baseUrl, fetch: globalFetch }
    return { baseUrl, fetch: withPassword(globalFetch, decodeURIComponent(username), decodeURIComponent(password)) }
  }
  if (isFake(target)) {
    const { url: baseUrl, fetch, password, version } = target
    const send = password === undefined ? fetch : withPassword(fetch, USER, password)
    return { baseUrl, fetch: send, ...(version !== undefined && { version }) }
  }
  if (isSdkClient(target)) return { client: target }
  throw new InvalidOptionError({ path, expected, received: target })
}

// What `fetch` is when it is called: a test may put another one in its place.
const globalFetch: typeof fetch = (input, init) => fetch(input, init)

const withPassword =
  (send: typeof fetch, user: string, password: string): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
    return send(input, { ...init, headers: Object.fromEntries(headers) })
  }

interface Fake {
  readonly url: string
  readonly fetch: typeof fetch
  readonly password?: string | undefined
  readonly version?: string | undefined
}

const isFake = (target: unknown): target is Fake =>
  isRecord(target) &&
  typeof target['url'] === 'string' &&
  typeof target['fetch'] === 'function' &&
  ['password', 'version'].every((key) => target[key] === undefined || typeof target[key] === 'string')
