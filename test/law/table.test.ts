import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { named, standingOf } from './table.ts'

const captures = ['1.18.33', '1.18.33-probed', '1.18.33-api'].flatMap((version) => {
  const files = readdirSync(new URL(`../fixtures/captures/${version}`, import.meta.url))
  return files.map((file) => `${version}/${file.replace(/\.json$/, '')}`)
})

test.for(captures)('the law is applied to %s, or there is a reason', (capture) => {
  const standing = standingOf(capture)
  expect(standing).toBeDefined()
  const { equal, notApplicable } = Object(standing)
  if (equal === undefined) expect(notApplicable).toMatch(/\w+ \w+/)
  else expect(existsSync(new URL(equal, import.meta.url))).toBe(true)
})

test('the table names no recording that is not there', () => {
  expect(named.filter((capture) => !captures.includes(capture))).toEqual([])
})

test('a recording that nobody has decided about is found', () => {
  expect(standingOf('1.18.33/99-not-decided')).toBeUndefined()
  expect(standingOf('1.18.33-probed/99-not-decided')).toBeUndefined()
  expect(standingOf('1.18.33-api/99-not-decided')).toBeUndefined()
})

test('the tests that the table names play what it says', () => {
  const text = ['raw-bytes', 'streams'].map((name) => readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8'))
  const elsewhere = captures.filter((capture) => capture.startsWith('1.18.33/16'))
  expect(elsewhere.filter((capture) => !text.join('\n').includes(`'${capture.split('/')[1]}'`))).toEqual([])
})
