import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The shape of the repo (design, section 2). What imports what is the linter's to hold: see floors.test.ts.

const card = ['package.json', 'src', 'matchers', 'setup', 'test', 'README.md']
const known = new Set([...card, 'package-lock.json', 'LICENSE', 'CHANGELOG.md', 'node_modules', 'dist', 'coverage'])
const isConfig = (name: string): boolean => /^(tsconfig(\.[a-z]+)?|knip)\.json$|^[a-z-]+\.config\.ts$/.test(name)

async function sources(): Promise<readonly { path: string; text: string }[]> {
  const paths = await Promise.all(
    ['src', 'matchers', 'setup'].map(async (folder) => {
      const names = await readdir(folder, { recursive: true })
      return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name).replaceAll('\\', '/'))
    }),
  )
  return Promise.all(paths.flat().map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
}

/** The sources that name the package `name` in an import of any kind. */
const importersOf = (files: readonly { path: string; text: string }[], name: RegExp): readonly string[] =>
  files
    .filter(({ text }) =>
      [...text.matchAll(/\b(?:from|import|require)\b\s*\(?\s*'([^']+)'/g)].some(([, specifier = '']) =>
        name.test(specifier),
      ),
    )
    .map(({ path }) => path)

test('the top level holds the card, its companions, dotfiles and config files', async () => {
  const names = await readdir('.')
  expect(names.filter((name) => !known.has(name) && !name.startsWith('.') && !isConfig(name))).toEqual([])
  expect(card.filter((name) => !names.includes(name))).toEqual([])
})

test('no source file has more than 250 lines', async () => {
  const long = (await sources()).filter(({ text }) => text.trimEnd().split('\n').length > 250)
  expect(long.map(({ path }) => path)).toEqual([])
})

test('no source file outside src/network names undici in an import', async () => {
  const importers = importersOf(await sources(), /^undici(\/|$)/)
  expect(importers.filter((path) => !path.startsWith('src/network/'))).toEqual([])
  expect(importers).not.toEqual([])
})

test('no source file outside setup names a runner in an import', async () => {
  const importers = importersOf(await sources(), /^(vitest|@vitest|@jest|jest|expect|node:test)(\/|$)/)
  expect(importers.filter((path) => !path.startsWith('setup/'))).toEqual([])
  expect(importers).not.toEqual([])
})

test('CI runs the command lines that the README promises', async () => {
  const readme = await readFile('README.md', 'utf8')
  const steps = await readFile('.ci/run', 'utf8')
  const promised = [...readme.matchAll(/^npm ci && (npm .+)$/gm)].map(([, command = '']) => command)
  expect(promised).toEqual(['npm run demo', 'npm test'])
  expect(promised.filter((command) => !steps.includes(command))).toEqual([])
  expect(steps).toContain("'npm ci && npm test'")
})
