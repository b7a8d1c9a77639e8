import { afterEach, beforeEach, expect, test } from 'vitest'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { allowNetwork } from '../../src/network/allow-network.ts'
import { claimOrigins } from '../../src/network/fake-origins.ts'
import { FakeNetwork } from '../../src/network/fake-network.ts'
import { installNetwork } from '../../src/network/install-network.ts'
import { networkState } from '../../src/network/network-state.ts'
import { resetNetwork } from '../../src/network/reset-network.ts'

const undo: (() => void)[] = []
const install = (): (() => void) => {
  const uninstall = installNetwork()
  undo.push(uninstall)
  return uninstall
}

// This suite's own setup has installed the network already: here each test has a state in which nothing is.
const states: Map<string, unknown> = Reflect.get(globalThis, Symbol.for('opencode-testing.state')) ?? new Map()
const installedBefore = states.get('network')

beforeEach(() => {
  states.delete('network')
})

afterEach(() => {
  resetNetwork()
  for (const step of undo.splice(0)) step()
  if (installedBefore) states.set('network', installedBefore)
})

const versions = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2']
const setGlobalDispatchers = (values: readonly unknown[]): void =>
  versions.forEach((name, index) => Object.defineProperty(globalThis, Symbol.for(name), { value: values[index] }))
const globalDispatchers = (): unknown[] => versions.map((name) => Reflect.get(globalThis, Symbol.for(name)))

test('installs one network as the global dispatcher, however often it is called', () => {
  install()
  const network = getGlobalDispatcher()
  expect(network).toBeInstanceOf(FakeNetwork)
  install()
  expect(getGlobalDispatcher()).toBe(network)
  expect(globalDispatchers()).toEqual([network, network])
})

test('the last undo puts back the dispatchers and the fetch that were there', () => {
  const before = { dispatchers: globalDispatchers(), fetch: globalThis.fetch }
  const [first, second] = [install(), install()]
  first()
  first()
  expect(getGlobalDispatcher()).toBeInstanceOf(FakeNetwork)
  second()
  expect(globalDispatchers()).toEqual(before.dispatchers)
  expect(globalDispatchers()[0]).toBe(before.dispatchers[0])
  expect(globalDispatchers()[1]).toBe(before.dispatchers[1])
  expect(globalThis.fetch).toBe(before.fetch)
})

test('puts back two dispatchers that differed, as on Node 26', () => {
  const [legacy, current] = [new Agent(), new Agent()]
  const before = globalDispatchers()
  setGlobalDispatchers([legacy, current])
  install()()
  const after = globalDispatchers()
  setGlobalDispatchers(before)
  expect(after[0]).toBe(legacy)
  expect(after[1]).toBe(current)
})

test('leaves a dispatcher alone that the user has set since', () => {
  const before = getGlobalDispatcher()
  const uninstall = install()
  const own = new Agent()
  setGlobalDispatcher(own)
  uninstall()
  expect(getGlobalDispatcher()).toBe(own)
  setGlobalDispatcher(before)
})

test('takes the network back when it is called again', () => {
  install()
  const network = getGlobalDispatcher()
  setGlobalDispatcher(new Agent())
  install()
  expect(getGlobalDispatcher()).toBe(network)
})

test('does not wrap the built-in fetch in its own realm', () => {
  const before = globalThis.fetch
  install()
  expect(globalThis.fetch).toBe(before)
})

test('fakes that were open before it was installed answer', async () => {
  const claim = claimOrigins({ origins: ['http://early.test'], handler: () => ({ body: 'hi' }), label: 'fakeOpencode' })
  undo.push(() => claim.release())
  install()
  const response = await fetch('http://early.test/')
  expect(await response.text()).toBe('hi')
})

test('a new installation after the last undo works as the first', async () => {
  install()()
  install()
  const claim = claimOrigins({ origins: ['http://again.test'], handler: () => ({ body: 'hi' }), label: 'fakeOpencode' })
  undo.push(() => claim.release())
  const response = await fetch('http://again.test/')
  expect(await response.text()).toBe('hi')
})

test('reset forgets hosts, interceptors and former fakes, and keeps open fakes', async () => {
  install()
  const { network } = networkState()
  allowNetwork('api.example.com')
  network.get('http://fake.test').intercept({ path: '/' }).reply(200, 'interceptor').persist()
  const claim = claimOrigins({
    origins: ['http://fake.test'],
    handler: () => ({ body: 'fake' }),
    label: 'fakeOpencode',
  })
  undo.push(() => claim.release())
  claimOrigins({ origins: ['http://gone.test'], handler: () => ({}), label: 'fakeOpencode' }).release('it was closed')
  resetNetwork()
  const response = await fetch('http://fake.test/')
  expect(await response.text()).toBe('fake')
  await expect(fetch('https://api.example.com/')).rejects.toMatchObject({
    cause: { code: 'OPENCODE_TESTING_NETWORK_REFUSED' },
  })
  await expect(fetch('http://gone.test/')).rejects.toMatchObject({
    cause: { message: expect.not.stringContaining('it was closed') },
  })
})
