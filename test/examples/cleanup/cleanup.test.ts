import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call, FakeHuman, reply, ScriptedModel } from 'opencode-testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanUp } from './cleanup.ts' // your code

let folder: string
const file = (name: string): string => join(folder, name)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cleanup-'))
  await writeFile(file('draft.txt'), 'a draft')
  await writeFile(file('taxes.txt'), 'taxes')
})
afterEach(() => rm(folder, { recursive: true }))

test('deletes nothing without a yes', async () => {
  const model = new ScriptedModel([
    call('delete_file', { path: file('draft.txt') }),
    call('delete_file', { path: file('taxes.txt') }),
    reply('One of two is gone.'),
  ])
  const human = new FakeHuman(['yes', 'no'])
  const text = await cleanUp('Tidy up', { model, ask: (question) => human.ask(question, Boolean) })

  expect(text).toBe('One of two is gone.')
  expect(human).toHaveAsked('taxes.txt')
  expect(model).toHaveSentToolResult('delete_file', 'the user wants to keep it')
  await expect(access(file('draft.txt'))).rejects.toThrow('ENOENT')
  await expect(access(file('taxes.txt'))).resolves.toBeUndefined()
  model.assertConsumed()
})

test('stops where its person says nothing', async () => {
  const model = new ScriptedModel([call('delete_file', { path: file('draft.txt') })])
  const human = new FakeHuman([])
  const running = cleanUp('Tidy up', { model, ask: (question) => human.ask(question, Boolean) })
  await expect(running).rejects.toThrow('no answer is left for "Delete')
  await expect(access(file('draft.txt'))).resolves.toBeUndefined()
})
