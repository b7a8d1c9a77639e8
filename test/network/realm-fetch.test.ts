import { afterEach, expect, test, vi } from 'vitest'
import { Agent, fetch as undiciFetch, Headers as UndiciHeaders, type Dispatcher } from 'undici'
import { carryAcrossRealms } from '../../src/network/cross-realm.ts'
import { applyFetchPlan, currentRealm, fetchPlan } from '../../src/network/realm-fetch.ts'

const undo: (() => void)[] = []

afterEach(() => {
  for (const step of undo.splice(0).toReversed()) step()
})

/** Stands in for the realm's fetch and records the options it is called with. */
function recordFetch(): unknown[] {
  const calls: unknown[] = []
  const before = Object.getOwnPropertyDescriptor(globalThis, 'fetch') ?? {}
  const native = async (_input: unknown, init: unknown): Promise<Response> => {
    calls.push(init)
    return new Response('')
  }
  Object.defineProperty(globalThis, 'fetch', { value: native, configurable: true, writable: true })
  undo.push(() => Object.defineProperty(globalThis, 'fetch', before))
  return calls
}

const apply = (...plan: Parameters<typeof applyFetchPlan>): (() => void) => {
  const restore = applyFetchPlan(...plan)
  undo.push(restore)
  return restore
}

test.for([
  ['keep', { foreign: false, happyDom: false, hasFetch: true, refusesSignals: false }],
  ['wrap', { foreign: true, happyDom: false, hasFetch: true, refusesSignals: false }],
  ['replace', { foreign: true, happyDom: false, hasFetch: false, refusesSignals: false }],
  ['replace', { foreign: false, happyDom: false, hasFetch: true, refusesSignals: true }],
  ['replace', { foreign: false, happyDom: true, hasFetch: true, refusesSignals: false }],
  ['replace', { foreign: true, happyDom: true, hasFetch: true, refusesSignals: false }],
] as const)('the plan is to %s fetch in %j', ([plan, realm]) => {
  expect(fetchPlan(realm)).toBe(plan)
})

test('this very realm is Node’s own', () => {
  expect(currentRealm()).toEqual({ foreign: false, happyDom: false, hasFetch: true, refusesSignals: false })
})

test('a realm whose signals its fetch does not know is one that refuses them', () => {
  vi.stubGlobal(
    'AbortController',
    class {
      readonly signal = {}
    },
  )
  expect(currentRealm()).toMatchObject({ hasFetch: true, refusesSignals: true })
})

test('a wrapped fetch passes the dispatcher, under the one a caller names', async () => {
  const calls = recordFetch()
  const [network, own] = [new Agent(), new Agent()]
  apply('wrap', () => network)
  await fetch('http://fake.test/')
  await fetch('http://fake.test/', { method: 'POST' })
  const named = { dispatcher: own }
  await fetch('http://fake.test/', named as object)
  expect(calls).toEqual([{ dispatcher: network }, { dispatcher: network, method: 'POST' }, { dispatcher: own }])
})

test('a wrapped fetch that outlives the installation calls fetch as it was called', async () => {
  const calls = recordFetch()
  let dispatcher: Dispatcher | undefined = new Agent()
  const restore = apply('wrap', () => dispatcher)
  const captured = fetch
  restore()
  dispatcher = undefined
  await captured('http://fake.test/', { method: 'PUT' })
  expect(calls).toEqual([{ method: 'PUT' }])
})

test('a wrapped fetch is taken away again', () => {
  recordFetch()
  const native = globalThis.fetch
  const restore = apply('wrap', () => undefined)
  expect(globalThis.fetch).not.toBe(native)
  restore()
  expect(globalThis.fetch).toBe(native)
})

test('a replaced fetch comes with its classes, and goes with them', () => {
  const names = ['fetch', 'FormData', 'Headers', 'Request', 'Response']
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
  const restore = apply('replace', () => undefined)
  expect(globalThis.fetch).toBe(undiciFetch)
  expect(globalThis.Headers).toBe(UndiciHeaders)
  restore()
  expect(names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))).toEqual(before)
})

test('taking a fetch away leaves alone what the user has put there since', () => {
  recordFetch()
  const restore = apply('wrap', () => undefined)
  recordFetch()
  const users = globalThis.fetch
  restore()
  expect(globalThis.fetch).toBe(users)
})

test('an error that crosses realms is an Error by its constructor, and stays what it is', () => {
  class Scripted extends Error {}
  const crossing = carryAcrossRealms(new Scripted('x'), { foreign: true })
  expect(crossing.constructor).toBe(Error)
  expect(crossing).toBeInstanceOf(Scripted)
  expect(Object.keys(crossing)).toEqual([])
  expect(carryAcrossRealms(new Scripted('x'), { foreign: false }).constructor).toBe(Scripted)
  expect(Object.hasOwn(carryAcrossRealms(new Error('x'), { foreign: true }), 'constructor')).toBe(false)
})
