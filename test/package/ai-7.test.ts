import { expect, inject, test } from 'vitest'
import { findNode } from '../nodes/find-node.mjs'
import { runCommand } from './run-command.ts'

test('ai 7 runs on the language model of both specifications, and on run_typescript', async () => {
  const { project } = inject('packed')
  // `ai` 7 needs Node 22, this repo runs on 20.
  const node = Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : findNode('24')
  expect(await runCommand(node, ['ai-7/ai-7.mjs'], project)).toMatchObject({ output: 'ai 7 agrees\n', exitCode: 0 })
})
