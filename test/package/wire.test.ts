import { join, relative } from 'node:path'
import { expect, inject, test } from 'vitest'
import { graphOf } from '../wire/graph-of.ts'
import { runCommand } from './run-command.ts'

const { project, installed } = inject('packed')

test.for(['esm', 'cjs'])(
  'the %s build of ./wire reaches src/wire, src/errors and eventsource-parser, and nothing else',
  async (build) => {
    const root = join(installed, 'dist', build)
    const { files, packages } = await graphOf(join(root, 'src/wire/index.js'))
    const paths = files.map((file) => relative(root, file).replaceAll('\\', '/'))
    expect(paths.filter((path) => !path.startsWith('src/wire/'))).toEqual(['src/errors.js'])
    expect(packages).toEqual(['eventsource-parser'])
  },
)

test.for(['decode.mjs', 'decode.cjs'])(
  '%s decodes a stream with ./wire, in a Node that has loaded nothing else',
  async (script) => {
    expect(await runCommand(process.execPath, [script], project)).toMatchObject({
      output: '120 tokens of ses_a\n',
      exitCode: 0,
    })
  },
)
