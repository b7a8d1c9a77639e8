import { expect, test } from 'vitest'
import { programSource } from '../../src/ai/program-source.ts'
import { runProgram } from '../../src/ai/run-program.ts'
import type { ProgramResult } from '../../src/ai/program-result.ts'

const TYPED = 'const two: number = 2\nreturn two'

const absent = { node: false, esbuild: () => Promise.resolve(undefined) }

const run = async (code: string, strippers?: Parameters<typeof programSource>[1]): Promise<ProgramResult> =>
  runProgram(await programSource(code, strippers), {
    tools: new Map(),
    timeout: 5000,
    signal: undefined,
    onCall: () => {},
  })

test('has the types removed by esbuild where Node does not do it', async () => {
  const { transform } = await import('esbuild')
  expect(await run(TYPED, { node: false, esbuild: () => Promise.resolve(transform) })).toMatchObject({ value: 2 })
})

test('runs plain JavaScript without any of them', async () => {
  expect(await run('return 1 + 1', absent)).toEqual({ value: 2, logs: [], calls: [] })
})

test('names esbuild when a program has types and nothing removes them', async () => {
  const { error } = await run(TYPED, absent)
  expect(error).toMatch(/^SyntaxError: .*Node >= 22\.13, or by esbuild, which is not installed \(npm i -D esbuild\)/)
})

test('says nothing of esbuild when a program fails for another reason', async () => {
  expect(await run("throw new Error('no')", absent)).toMatchObject({ error: 'Error: no' })
})

test('asks Node first', async () => {
  expect(await programSource(TYPED, { ...absent, node: true })).toMatchObject({ strip: true })
})
