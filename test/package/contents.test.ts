import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, inject, test } from 'vitest'
import { runCommand } from './run-command.ts'

const { tarball, installed } = inject('packed')

async function filesOf(folder: string, ending = ''): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
}

/** The module names, without ending, that a build of these folders has. */
async function modulesOf(folders: readonly string[]): Promise<readonly string[]> {
  const modules = await Promise.all(
    folders.map(async (folder) =>
      (await filesOf(resolve(folder), '.ts'))
        .filter((path) => !path.endsWith('.d.ts'))
        .map((path) => `${folder}/${path.slice(0, -3)}`),
    ),
  )
  return modules.flat().toSorted()
}

test('the tarball holds the build, the manifest and three texts', async () => {
  // npm puts a dependency here that another package of the project holds at another version.
  const packed = (await readdir(installed)).filter((name) => name !== 'node_modules')
  expect(packed.toSorted()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json'])
})

test.for([
  ['esm', ['src', 'matchers', 'setup']],
  ['cjs', ['src', 'matchers', 'setup']],
] as const)('dist/%s holds a script and a declaration for each source, and nothing else', async ([build, folders]) => {
  const modules = await modulesOf(folders)
  // The real server and its command are for ESM alone, as the SDK is, and so is Vitest; Jest loads setup files as CommonJS.
  const onlyIn = { esm: /^src\/server\/|^setup\/vitest$/, cjs: /^setup\/jest$/ }
  const built = modules.filter((module) => !onlyIn[build === 'esm' ? 'cjs' : 'esm'].test(module))
  const expected = built.flatMap((module) => [`${module}.js`, `${module}.d.ts`])
  const manifest = build === 'cjs' ? ['package.json'] : []
  expect(await filesOf(join(installed, 'dist', build))).toEqual([...expected, ...manifest].toSorted())
})

test('no file points to a source map', async () => {
  const paths = await filesOf(join(installed, 'dist'))
  const texts = await Promise.all(paths.map((path) => readFile(join(installed, 'dist', path), 'utf8')))
  expect(paths.filter((_path, index) => texts[index]?.includes('sourceMappingURL'))).toEqual([])
})

test('publint has no objection', async () => {
  const publint = resolve('node_modules/publint/src/cli.js')
  expect(await runCommand(process.execPath, [publint, '--strict', tarball], '.')).toMatchObject({
    output: expect.stringContaining('All good!'),
    exitCode: 0,
  })
})

test('attw finds the types right as Node and bundlers resolve them', async () => {
  const attw = resolve('node_modules/@arethetypeswrong/cli/dist/index.js')
  // The Vitest entry awaits at its top level and so is ESM alone, as Vitest itself is; the real server is, as the SDK is.
  const esmOnly = ['--exclude-entrypoints', 'vitest', 'server']
  const options = ['--profile', 'node16', ...esmOnly, '--no-definitely-typed', '--no-color']
  expect(await runCommand(process.execPath, [attw, tarball, ...options], '.')).toMatchObject({
    output: expect.stringContaining('"opencode-testing/matchers"'),
    exitCode: 0,
  })
})
