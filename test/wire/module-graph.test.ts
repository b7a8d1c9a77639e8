import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { graphOf } from './graph-of.ts'

// `opencode-testing/wire` is for production code: nothing of the fakes, of a runner or of Node stands behind it. The packed build is
// held to the same in test/package/wire.test.ts.

test('src/wire/index.ts reaches src/wire, src/errors.ts and eventsource-parser, and nothing else', async () => {
  const { files, packages } = await graphOf(resolve('src/wire/index.ts'))
  const outside = files
    .map((file) => relative('.', file).replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('src/wire/'))
  expect(outside).toEqual(['src/errors.ts'])
  expect(packages).toEqual(['eventsource-parser'])
  expect(files.length).toBeGreaterThan(25)
})

test('src/wire compiles without the types of Node', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'opencode-testing-wire-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const config = {
    extends: resolve('tsconfig.json'),
    compilerOptions: { types: [], rootDir: resolve('.') },
    include: [],
    files: [resolve('src/wire/index.ts')],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const output = await new Promise<string>((done) => {
    const tsc = resolve('node_modules/typescript/bin/tsc')
    execFile(process.execPath, [tsc, '--project', folder], (error, stdout) =>
      done(error ? `${error.code}: ${stdout}` : stdout),
    )
  })
  expect(output).toBe('')
})
