import { expect, test } from 'vitest'
import { createClock } from '../../src/model/clock.ts'
import { IdSource } from '../../src/opencode/id-source.ts'
import { slugOf } from '../../src/opencode/slug.ts'

const prefixes = ['ses', 'msg', 'prt', 'evt', 'per', 'que'] as const
const ids = (): IdSource => new IdSource(createClock('fixed'))

test.for(prefixes)('an id of %s is the prefix, 12 hex digits and 14 base62 digits', (prefix) => {
  const id = ids().next(prefix)
  expect(id).toMatch(new RegExp(`^${prefix}_[0-9a-f]{12}[0-9A-Za-z]{14}$`))
  expect(id).toHaveLength(30)
})

test('the hex digits are ms * 4096 + counter, mod 2^48', () => {
  // captures/1.18.33/01-plain-text.json: msg_22cf26194001… was made at 1796050411924
  const id = new IdSource({ now: () => 1_796_050_411_924 }).next('msg')
  expect(id.slice(4, 16)).toBe('22cf26194001')
})

test("a session's hex digits are the bitwise complement", () => {
  // captures/1.18.33/01-plain-text.json: ses_dd30d9f3bffe… belongs to a session made at 1796050411716
  const id = new IdSource({ now: () => 1_796_050_411_716 }).next('ses')
  expect(id.slice(4, 16)).toBe('dd30d9f3bffe')
})

test('ids ascend in the order they are made, those of sessions descend', () => {
  const source = ids()
  const made = (prefix: 'msg' | 'ses'): readonly string[] => Array.from({ length: 200 }, () => source.next(prefix))
  const messages = made('msg')
  const sessions = made('ses')
  expect(messages.toSorted()).toEqual(messages)
  expect(sessions.toSorted().toReversed()).toEqual(sessions)
  expect(new Set([...messages, ...sessions]).size).toBe(400)
})

test('ids ascend also when more than 4096 are made in a ms, and when the clock goes back', () => {
  let now = 1_796_050_411_924
  const source = new IdSource({ now: () => now })
  const made = Array.from({ length: 5000 }, () => source.next('evt'))
  now -= 60_000
  made.push(source.next('evt'))
  expect(made.toSorted()).toEqual(made)
})

test('the ref of a 500 is err_ and 8 hex digits, each another', () => {
  const source = ids()
  const refs = Array.from({ length: 50 }, () => source.errorRef())
  expect(new Set(refs).size).toBe(50)
  expect(refs.filter((ref) => !/^err_[0-9a-f]{8}$/.test(ref))).toEqual([])
})

test('a slug is an adjective and a noun, and the first 156 are different', () => {
  const slugs = Array.from({ length: 156 }, (_unused, index) => slugOf(index))
  expect(new Set(slugs).size).toBe(156)
  expect(slugs.filter((slug) => !/^[a-z]+-[a-z]+$/.test(slug))).toEqual([])
})

test('a fixed clock begins at the same ms and takes one ms a step', () => {
  const clock = createClock('fixed')
  expect([clock.now(), clock.now()]).toEqual([Date.UTC(2026, 0, 1) + 1, Date.UTC(2026, 0, 1) + 2])
})
