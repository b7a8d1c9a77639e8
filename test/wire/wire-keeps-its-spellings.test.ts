import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isKnownEventType } from '../../src/wire/is-known-event-type.ts'

// Design, section 1.6: nothing outside `src/wire` decodes opencode's bytes or spells an event type it reads. The fake servers write
// events and spell what they write; what reads them is held to it here.

const root = fileURLToPath(new URL('../..', import.meta.url))

test('no reader of events outside src/wire spells an event type', () => {
  const spelt = ['src/model', 'src/client', 'matchers']
    .flatMap(sources)
    .map((file) => [file, stringsOf(read(file))] as const)
  expect(
    spelt.map(([file, strings]) => [file, strings.filter(isKnownEventType)]).filter(([, types]) => types?.length),
  ).toEqual([])
})

test('RunResult does not look into messages and events by itself', () => {
  const files = sources('src/model').filter((file) => /\/(?:run|slice)-[^/]*$/.test(file))
  expect(files).toContain(join('src/model', 'run-result.ts'))
  const digs = /\.(?:parts|properties|props)\b|\['(?:parts|properties|props)'\]/
  expect(files.filter((file) => digs.test(codeOf(read(file))))).toEqual([])
})

test('no source outside src/wire decodes an event stream', () => {
  const outside = ['src', 'matchers', 'setup'].flatMap(sources).filter((file) => !file.startsWith(join('src', 'wire')))
  expect(outside.filter((file) => stringsOf(read(file)).includes('eventsource-parser'))).toEqual([])
})

test('finds the strings of a source, and nothing in its comments', () => {
  const source =
    "// session.idle\n/* 'session.idle' */ const a = 'session.status' + \"it's\" + `session.error` // 'x'\n"
  expect(stringsOf(source)).toEqual(['session.status', "it's", 'session.error'])
})

function sources(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return entries.filter((entry) => entry.endsWith('.ts')).map((entry) => join(folder, entry))
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

// A comment or a string, whichever comes first; a regular expression with quotes in it would mislead this, and is not used there.
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g

function stringsOf(source: string): string[] {
  const tokens = source.match(TOKEN) ?? []
  return tokens.filter((token) => !token.startsWith('/')).map((token) => token.slice(1, -1))
}

function codeOf(source: string): string {
  return source.replaceAll(TOKEN, (token) => (token.startsWith('/') ? '' : token))
}
