import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web'
import { fetch, FormData, Headers, Request, Response, type Dispatcher } from './undici.ts'
import { isForeignRealm } from './cross-realm.ts'

/** What to do about a realm's `fetch`, so that it reaches the global dispatcher this package sets. */
export type FetchPlan = 'keep' | 'wrap' | 'replace'

/** The facts about a realm that the plan rests on. */
export interface Realm {
  readonly foreign: boolean
  readonly happyDom: boolean
  readonly hasFetch: boolean
  /** Its `fetch` knows the signals of another realm than the ones it can make. */
  readonly refusesSignals: boolean
}

/** The realm this runs in. */
export function currentRealm(): Realm {
  // Its window's own properties are copied to the global in some set-ups, its user agent in others.
  const { navigator }: { navigator?: { userAgent?: string } } = globalThis
  const happyDom = 'happyDOM' in globalThis || (navigator?.userAgent?.includes('HappyDOM') ?? false)
  const hasFetch = typeof globalThis.fetch === 'function'
  return { foreign: isForeignRealm, happyDom, hasFetch, refusesSignals: hasFetch && refusesOwnSignals() }
}

function refusesOwnSignals(): boolean {
  const { signal } = new AbortController()
  try {
    return new globalThis.Request('http://localhost/', { signal }).signal === undefined
  } catch {
    return true
  }
}

/**
 * happy-dom's fetch opens sockets of its own, and Jest's jsdom has none: both get undici's, and so does the jsdom of Vitest 3 on Node 24 and
 * later, where the built-in fetch no longer takes the window's signals. In a vm context the built-in fetch reads
 * the global dispatcher of the outer realm, not of this one, but takes one per request. In its own realm it reads the one set here,
 * on Node 20 to 26 with undici 7.27 and later (facts/undici-and-runners.md sections 1, 3 and 4): there the user's `fetch` stays
 * the very function it was.
 */
export function fetchPlan({ foreign, happyDom, hasFetch, refusesSignals }: Realm): FetchPlan {
  if (happyDom || !hasFetch || refusesSignals) return 'replace'
  return foreign ? 'wrap' : 'keep'
}

/** Carries out a plan. `dispatcher` is asked at each call; while it gives none, the wrapped fetch is called as it was. */
export function applyFetchPlan(plan: FetchPlan, dispatcher: () => Dispatcher | undefined): () => void {
  if (plan === 'keep') return () => undefined
  if (plan === 'replace') {
    // happy-dom's TransformStream and WritableStream are Node's old streams under a new name, which undici's Request cannot use.
    const globals = { fetch, FormData, Headers, Request, Response, ReadableStream, TransformStream, WritableStream }
    const undone = Object.entries(globals).map(([name, value]) => defineGlobal(name, value))
    return () => {
      for (const undo of undone) undo()
    }
  }
  const native = globalThis.fetch
  const wrapped: typeof globalThis.fetch = (input, init) => {
    const current = dispatcher()
    // A dispatcher the caller names goes before ours.
    return native(input, current === undefined ? init : Object.assign({ dispatcher: current }, init))
  }
  return defineGlobal('fetch', wrapped)
}

/** Defines, not assigns: some environments make these read-only. The undo leaves alone what somebody else has put there since. */
function defineGlobal(name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name)
  Object.defineProperty(globalThis, name, {
    value,
    configurable: true,
    writable: true,
    enumerable: before?.enumerable ?? true,
  })
  return () => {
    if (Object.getOwnPropertyDescriptor(globalThis, name)?.value !== value) return
    if (before) Object.defineProperty(globalThis, name, before)
    else Reflect.deleteProperty(globalThis, name)
  }
}
