import { fakeOpencode, type FakeOpencode } from 'opencode-testing'
import { test as fixtureTest } from 'opencode-testing/vitest'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

// The tests of this file run one after the other, and each looks at what the one before has left.

const ofTheFile = fakeOpencode({ baseUrl: 'http://file.test' })
let ofBeforeAll: FakeOpencode
beforeAll(() => {
  ofBeforeAll = fakeOpencode({ baseUrl: 'http://before-all.test' })
})
const ofBeforeEach: FakeOpencode[] = []
beforeEach(() => {
  ofBeforeEach.push(fakeOpencode({ baseUrl: 'http://before-each.test' }))
})
const seenInAfterEach: number[] = []
afterEach(async () => {
  seenInAfterEach.push(await statusOf('http://before-each.test'))
})
let ofTheTest: FakeOpencode | undefined

const statusOf = async (origin: string): Promise<number> => (await fetch(`${origin}/global/health`)).status
const reasonOf = async (url: string): Promise<string> => {
  const error: unknown = await fetch(url).catch((reason: unknown) => reason)
  return error instanceof Error && error.cause instanceof Error ? error.cause.message : 'it answered'
}

test('a fake is open in the test that opened it', async () => {
  ofTheTest = fakeOpencode()
  expect(await statusOf('http://localhost:4096')).toBe(200)
  expect(await statusOf('http://before-each.test')).toBe(200)
})

test('it is closed after that test, and the refusal says so', async () => {
  expect(await reasonOf('http://localhost:4096/session?key=secret')).toBe(
    'GET http://localhost:4096/session?… was refused: no fakeOpencode is open here; it was closed when test "a fake is open in the test that opened it" ended. One is open at http://file.test, http://before-all.test, http://before-each.test: point the client there. Open one with fakeOpencode(), or let the real host through with allowNetwork(\'localhost:4096\').',
  )
  expect(ofTheTest?.requests).toHaveLength(1)
})

test('one of beforeEach is another in each test, and still open in afterEach', async () => {
  expect(ofBeforeEach).toHaveLength(3)
  expect(seenInAfterEach).toEqual([200, 200])
  expect(ofBeforeEach.map(({ requests }) => requests.length)).toEqual([2, 1, 0])
})

test('one of the file and one of beforeAll are open in every test', async () => {
  expect(await statusOf('http://file.test')).toBe(200)
  expect(await statusOf('http://before-all.test')).toBe(200)
  expect([ofTheFile.requests.length, ofBeforeAll.requests.length]).toEqual([1, 1])
})

let ofTheFixture: FakeOpencode | undefined

fixtureTest('the fixture is a fake of its own on the default origin', async ({ opencode }) => {
  ofTheFixture = opencode
  expect(opencode.url).toBe('http://localhost:4096')
  expect(await statusOf(opencode.url)).toBe(200)
})

fixtureTest('the fixture of another test is another fake', ({ opencode }) => {
  expect(opencode).not.toBe(ofTheFixture)
  expect(opencode.requests).toEqual([])
  expect(ofTheFixture?.requests).toHaveLength(1)
})

test('the fixture is closed after its test', async () => {
  expect(await reasonOf('http://localhost:4096/')).toContain('no fakeOpencode is open here')
})

const priced = fixtureTest.extend({ opencodeOptions: { cost: 0.5, baseUrl: 'http://priced.test' } })

priced('the fixture starts with the options of the test', async ({ opencode }) => {
  expect(opencode.url).toBe('http://priced.test')
  expect(await statusOf('http://priced.test')).toBe(200)
})

fixtureTest('a plain fake covers the fixture', async ({ opencode }) => {
  const above = fakeOpencode()
  await statusOf('http://localhost:4096')
  expect([opencode.requests.length, above.requests.length]).toEqual([0, 1])
})
