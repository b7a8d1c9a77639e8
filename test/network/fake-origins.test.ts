import { expect, test } from 'vitest'
import { InvalidOptionError } from '../../src/errors.ts'
import type { FakeHandler } from '../../src/http/fake-handler.ts'
import { claimOrigins, originHolder } from '../../src/network/fake-origins.ts'
import { openFake, useNetwork } from './open-fake.ts'

useNetwork()

const says =
  (body: string): FakeHandler =>
  () => ({ body })
const textOf = async (url: string): Promise<string> => (await fetch(url)).text()

test('one claim answers on each of its origins', async () => {
  const origins = ['http://a.test', 'https://b.test:8443']
  const claim = claimOrigins({ origins, handler: ({ url }) => ({ body: url.origin }), label: 'fakeOpencode' })
  expect(await textOf('http://a.test/x')).toBe('http://a.test')
  expect(await textOf('https://b.test:8443/x')).toBe('https://b.test:8443')
  claim.release()
  await expect(textOf('http://a.test/x')).rejects.toThrow('fetch failed')
  await expect(textOf('https://b.test:8443/x')).rejects.toThrow('fetch failed')
})

test('spellings of one origin are one origin', async () => {
  openFake(says('fake'), { origin: 'HTTPS://Fake.test:443/v1/' })
  expect(await textOf('https://fake.test/')).toBe('fake')
  expect(originHolder('https://fake.test')).toBe('fakeOpencode')
})

test('the newest claim answers, and its release uncovers the one below', async () => {
  openFake(says('older'))
  const newer = openFake(says('newer'))
  expect(await textOf('http://fake.test/')).toBe('newer')
  newer.release()
  expect(await textOf('http://fake.test/')).toBe('older')
})

test('claims are released in any order', async () => {
  const older = openFake(says('older'))
  const newer = openFake(says('newer'))
  older.release()
  expect(await textOf('http://fake.test/')).toBe('newer')
  newer.release()
  await expect(textOf('http://fake.test/')).rejects.toThrow('fetch failed')
})

test('releasing twice releases once', async () => {
  const below = openFake(says('below'))
  const claim = openFake(says('above'))
  claim.release()
  claim.release()
  expect(await textOf('http://fake.test/')).toBe('below')
  below.release()
  below.release()
})

test('one that opens after the first request on its origin answers the next', async () => {
  await expect(textOf('http://fake.test/')).rejects.toThrow('fetch failed')
  openFake(says('opened later'))
  expect(await textOf('http://fake.test/')).toBe('opened later')
})

test('names the newest holder of an origin', () => {
  expect(originHolder('http://fake.test')).toBeUndefined()
  openFake(says(''), { label: 'fakeDeepSeek' })
  expect(originHolder('http://fake.test/any/path')).toBe('fakeDeepSeek')
  openFake(says(''), { label: 'fakeOpencode' })
  expect(originHolder('http://fake.test')).toBe('fakeOpencode')
})

test.for(['localhost:4096', 'ftp://fake.test', '', '/relative'])('refuses %j as an origin', (origin) => {
  const claim = (): unknown => claimOrigins({ origins: ['http://ok.test', origin], handler: says(''), label: 'x' })
  expect(claim).toThrow(InvalidOptionError)
  expect(claim).toThrow(`origins[1]: expected an http or https URL, received ${JSON.stringify(origin)}`)
  expect(originHolder('http://ok.test')).toBeUndefined()
})
