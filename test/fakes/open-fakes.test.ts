import { InvalidOptionError } from 'opencode-testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  adoptFake,
  beginTest,
  closeEnded,
  endFile,
  endTest,
  leaveTest,
  ownOrigin,
  reportsOfFile,
  tellTestsApart,
} from '../../src/fakes/open-fakes.ts'

// What runs here is told by the test itself: the setup's own state, with this very test in it, is put aside.
const key = Symbol.for('opencode-testing.state')
let own: unknown
beforeEach(() => {
  own = Reflect.get(globalThis, key)
  Reflect.deleteProperty(globalThis, key)
})
afterEach(() => {
  Reflect.set(globalThis, key, own)
})

let closed: string[]
beforeEach(() => {
  closed = []
})

/** Opens a fake that tells when it is closed, and why. */
function open(name: string, origin = 'http://localhost:4096'): void {
  const disown = adoptFake({
    origins: [origin],
    close: async (reason) => {
      disown()
      closed.push(`${name}: ${reason}`)
    },
  })
}

test('fakes that are opened in a test are closed after it, the newest first', async () => {
  beginTest('1', 'first')
  open('a')
  open('b')
  await endTest('1')
  expect(closed).toEqual(['b: it was closed when test "first" ended', 'a: it was closed when test "first" ended'])
})

test('a fake that is opened between tests is closed after the file', async () => {
  open('a')
  beginTest('1', 'first')
  await endTest('1')
  expect(closed).toEqual([])
  await endFile()
  expect(closed).toEqual(['a: it was closed when its test file ended'])
})

test('a fake that the test closed itself is closed once', async () => {
  beginTest('1', 'first')
  const disown = adoptFake({ origins: [], close: async () => void closed.push('again') })
  disown()
  await endTest('1')
  await endFile()
  expect(closed).toEqual([])
})

test('a fake that is opened while tests run side by side is closed when the last of them ends', async () => {
  beginTest('1', 'first')
  beginTest('2', 'second')
  open('a', 'http://a.test')
  await endTest('1')
  expect(closed).toEqual([])
  await endTest('2')
  expect(closed).toEqual(['a: it was closed when test "second" ended'])
})

test('the end of a file closes what a test left that never ended', async () => {
  beginTest('1', 'first')
  open('a')
  await endFile()
  expect(closed).toEqual(['a: it was closed when its test file ended'])
  open('b')
  await endTest('1')
  expect(closed).toHaveLength(1)
})

test('tests side by side may not share an origin', () => {
  beginTest('1', 'first')
  open('a')
  beginTest('2', 'second')
  expect(() => open('b')).toThrow(InvalidOptionError)
  expect(() => open('b')).toThrow(
    "baseUrl: expected an origin that no other running test holds: use the `opencode` fixture of 'opencode-testing/vitest', or a baseUrl of the test's own such as http://opencode-3.test, received \"http://localhost:4096\"",
  )
  open('c', 'http://c.test')
})

test('a test may stack fakes on an origin, also above one of the file', () => {
  open('of the file')
  beginTest('1', 'first')
  open('a')
  open('b')
  expect(closed).toEqual([])
})

test('a test that runs beside others may cover a fake of the file', () => {
  open('of the file')
  beginTest('1', 'first')
  beginTest('2', 'second')
  open('a')
  expect(closed).toEqual([])
})

test('each own origin is another', () => {
  const origins = [ownOrigin('opencode'), ownOrigin('opencode'), ownOrigin('deepseek')]
  expect(new Set(origins).size).toBe(3)
  expect(origins.every((origin) => /^http:\/\/(opencode|deepseek)-\d+\.test$/.test(origin))).toBe(true)
})

test('a fake may stay open for a while after its test', async () => {
  beginTest('1', 'first')
  open('a')
  leaveTest('1')
  open('b')
  expect(closed).toEqual([])
  await closeEnded()
  expect(closed).toEqual(['a: it was closed when test "first" ended'])
  await endFile()
  expect(closed).toEqual(['a: it was closed when test "first" ended', 'b: it was closed when its test file ended'])
})

test('a fake that is closed by itself in that time is closed once', async () => {
  beginTest('1', 'first')
  const disown = adoptFake({ origins: [], close: async () => void closed.push('again') })
  leaveTest('1')
  disown()
  await closeEnded()
  expect(closed).toEqual([])
})

test('what the file ends with includes the fakes of tests that have just ended', async () => {
  beginTest('1', 'first')
  open('a')
  leaveTest('1')
  await endFile()
  expect(closed).toEqual(['a: it was closed when test "first" ended'])
})

test('a fake of a test that has no hooks is its own, whatever test runs beside it, and closed after the file', async () => {
  let caller: string | undefined
  tellTestsApart(() => caller)
  beginTest('1', 'first')
  caller = 'concurrent'
  open('a')
  caller = 'another'
  expect(() => open('b')).toThrow(InvalidOptionError)
  open('c', 'http://c.test')
  await endTest('1')
  expect(closed).toEqual([])
  await endFile()
  expect(closed.toSorted()).toEqual(['a', 'c'].map((name) => `${name}: it was closed when its test file ended`))
})

test('what such a test has left and missed is reported with the file', () => {
  tellTestsApart(() => 'concurrent')
  const report = { name: 'a fake', left: ['script[0]'], missed: ['GET /nowhere'], runs: [] }
  adoptFake({ origins: [], close: async () => undefined, report: () => report })
  expect(reportsOfFile()).toEqual([report])
})
