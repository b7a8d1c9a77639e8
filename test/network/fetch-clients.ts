import { fetch as undiciFetch } from 'undici'

/** The one thing the tests need of a fetch: undici's types and the DOM's differ in what neither is asked for here. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

const builtIn: Fetch = (url, init) => fetch(url, init)
const fromUndici: Fetch = (url, init) => Reflect.apply(undiciFetch, undefined, [url, init])

/** Both fetches a user may have. */
export const fetchClients: readonly (readonly [name: string, fetch: Fetch])[] = [
  ['the built-in fetch', builtIn],
  ["undici's fetch", fromUndici],
]
