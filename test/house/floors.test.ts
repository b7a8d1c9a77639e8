import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The linter refuses an import that points up, to a sibling floor, or past the one floor that may have it (design, section 2). Here it
// is asked, with this repo's configuration and one file a floor that imports everything, so that no pattern of it can die unseen.

interface Floor {
  /** Where the file stands that imports everything. */
  readonly file: string
  /** The floors it may import. */
  readonly mayImport: readonly string[]
}

const floors: Readonly<Record<string, Floor>> = {
  wire: { file: 'src/wire/probe.ts', mayImport: [] },
  http: { file: 'src/http/probe.ts', mayImport: [] },
  model: { file: 'src/model/probe.ts', mayImport: ['wire'] },
  opencode: { file: 'src/opencode/v1/probe.ts', mayImport: ['wire', 'http', 'model'] },
  deepseek: { file: 'src/deepseek/probe.ts', mayImport: ['wire', 'http', 'model'] },
  ai: { file: 'src/ai/probe.ts', mayImport: ['wire', 'http', 'model'] },
  network: { file: 'src/network/probe.ts', mayImport: ['wire', 'http', 'model'] },
  client: { file: 'src/client/probe.ts', mayImport: ['wire', 'http', 'model'] },
  fakes: {
    file: 'src/fakes/probe.ts',
    mayImport: ['wire', 'http', 'model', 'opencode', 'deepseek', 'network', 'client'],
  },
  server: {
    file: 'src/server/probe.ts',
    mayImport: ['wire', 'http', 'model', 'opencode', 'deepseek', 'network', 'client', 'fakes'],
  },
  matchers: { file: 'matchers/probe.ts', mayImport: ['wire', 'model'] },
  setup: {
    file: 'setup/probe.ts',
    mayImport: ['wire', 'http', 'model', 'opencode', 'deepseek', 'network', 'client', 'fakes', 'matchers'],
  },
}

const runners = ['vitest', 'vitest/node', '@vitest/expect', '@jest/globals', 'jest', 'expect']
const undici = ['undici', 'undici/types/dispatcher.js']
const otherPackages = ['eventsource-parser', 'jest-diff', 'node:fs']

/** The modules that belong to no floor, and the entry. They too import neither a runner nor undici. */
const loneFiles = ['src/errors.ts', 'src/shared-state.ts', 'src/index.ts']

const upToRoot = (file: string): string => '../'.repeat(file.split('/').length - 1)

const floorImports = (file: string): readonly { floor: string; specifier: string }[] =>
  Object.entries(floors)
    .filter(([, target]) => target.file !== file)
    .map(([floor, target]) => ({ floor, specifier: `${upToRoot(file)}${target.file}` }))

let folder: string
/** What the linter refused, as `file: specifier`. */
let refused: readonly string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'opencode-testing-floors-'))
  await cp('.oxlintrc.json', join(folder, '.oxlintrc.json'))
  for (const file of [...Object.values(floors).map((floor) => floor.file), ...loneFiles]) {
    const own = ['src/errors.ts', 'src/shared-state.ts'].map((path) => `${upToRoot(file)}${path}`)
    const specifiers = [...floorImports(file).map((floor) => floor.specifier), ...runners, ...undici, ...otherPackages]
    const lines = [...specifiers, ...own].map((name, index) => `export { value as value${index} } from '${name}'\n`)
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await writeFile(join(folder, file), lines.join(''))
  }
  refused = await refusedImports()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function refusedImports(): Promise<readonly string[]> {
  const oxlint = resolve('node_modules/oxlint/bin/oxlint')
  const output = await new Promise<string>((done, fail) => {
    // It exits with 1 for what it finds, which is what is wanted.
    execFile(process.execPath, [oxlint, '--format', 'json'], { cwd: folder }, (error, stdout) =>
      error && error.code !== 1 ? fail(error) : done(stdout),
    )
  })
  const report: { diagnostics: { message: string; code: string; filename: string }[] } = JSON.parse(output)
  const imports = report.diagnostics
    .filter(({ code }) => code === 'eslint(no-restricted-imports)')
    .map(({ filename, message }) => `${filename}: ${message.replace(/^'(.*)' import is restricted .*$/, '$1')}`)
  // An import can break two rules.
  return [...new Set(imports)]
}

test.for(Object.entries(floors))('%s imports the floors below it and no other', ([, { file, mayImport }]) => {
  const floorsRefused = floorImports(file).filter(({ specifier }) => refused.includes(`${file}: ${specifier}`))
  const expected = floorImports(file).filter(({ floor }) => !mayImport.includes(floor))
  expect(floorsRefused).toEqual(expected)
})

test('only setup imports a runner', () => {
  const files = [...Object.values(floors).map(({ file }) => file), ...loneFiles]
  const expected = files
    .filter((file) => !file.startsWith('setup/'))
    .flatMap((file) => runners.map((name) => `${file}: ${name}`))
  const received = refused.filter((line) => runners.some((name) => line.endsWith(`: ${name}`)))
  expect(received.toSorted()).toEqual(expected.toSorted())
})

test('only src/network imports undici', () => {
  const files = [...Object.values(floors).map(({ file }) => file), ...loneFiles]
  const expected = files
    .filter((file) => !file.startsWith('src/network/'))
    .flatMap((file) => undici.map((name) => `${file}: ${name}`))
  const received = refused.filter((line) => undici.some((name) => line.endsWith(`: ${name}`)))
  expect(received.toSorted()).toEqual(expected.toSorted())
})

test('src/wire imports eventsource-parser and src/errors.ts, and nothing else', () => {
  const received = ['eventsource-parser', '../../src/errors.ts', 'jest-diff', 'node:fs', '../../src/shared-state.ts']
  expect(received.filter((name) => refused.includes(`src/wire/probe.ts: ${name}`))).toEqual([
    'jest-diff',
    'node:fs',
    '../../src/shared-state.ts',
  ])
})

test('every folder of src is a floor of this test', async () => {
  const entries = await readdir('src', { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(folders.filter((name) => floors[name]?.file.startsWith(`src/${name}/`) !== true)).toEqual([])
})
