import type { Plugin, PluginInput } from '@opencode-ai/plugin'
import { fakeOpencode } from 'opencode-testing'
import { fakePluginInput } from 'opencode-testing/server'
import { expect, test } from 'vitest'

test('hands a plugin a client on the fake, the project and the directories', async () => {
  const opencode = fakeOpencode({ directory: '/home/user/project' })
  const input = await fakePluginInput<PluginInput>({ opencode })
  expect([input.directory, input.worktree, input.serverUrl.href]).toEqual([
    '/home/user/project',
    '/home/user/project',
    'http://localhost:4096/',
  ])
  expect(input.project).toMatchObject({ worktree: '/home/user/project' })
  const { data } = await input.client.session.create({ body: { title: 'from a plugin' } })
  expect(opencode.sessions.get(data?.id ?? '')?.title).toBe('from a plugin')
})

const quiet: Plugin = async ({ $ }) => ({ event: async () => void (await $`true`) })

test('takes the type that the plugin asks for', async () => {
  const hooks = await quiet(await fakePluginInput({ opencode: fakeOpencode() }))
  expect(Object.keys(hooks)).toEqual(['event'])
})

const branches = (command: string): string => (command.startsWith('git') ? 'main\nnext\n' : '')

test('gives the commands of a plugin what the test says, and records them', async () => {
  const { $, commands } = await fakePluginInput({ opencode: fakeOpencode(), shell: branches })
  const branch = 'my branch'
  expect(await $`git branch ${branch}`.text()).toBe('main\nnext\n')
  const lines: string[] = []
  for await (const line of $`git branch`.quiet().lines()) lines.push(line)
  expect(lines).toEqual(['main', 'next'])
  expect((await $`true`).exitCode).toBe(0)
  expect(commands).toEqual(['git branch my branch', 'git branch', 'true'])
})

const failing = (): { output: string; metadata: object } => ({ output: '{"a":1}', metadata: { exit: 2 } })

test('fails a command with its exit code, unless the plugin allows it', async () => {
  const { $ } = await fakePluginInput({ opencode: fakeOpencode(), shell: failing })
  await expect($`make`).rejects.toMatchObject({ exitCode: 2 })
  expect((await $`make`.nothrow()).exitCode).toBe(2)
  expect(await $.nothrow()`make`.json()).toEqual({ a: 1 })
  await expect($.nothrow()`make`.throws(true)).rejects.toThrow('Failed with exit code 2: make')
})

test('fails a command with the error that the test gives', async () => {
  const { $ } = await fakePluginInput({
    opencode: fakeOpencode(),
    shell: () => new Error('not installed'),
  })
  await expect($`gh pr list`).rejects.toThrow('not installed')
})

test.for<[options: unknown, message: string]>([
  [{ opencode: 'http://localhost:4096' }, 'opencode: expected a fakeOpencode()'],
  [{ opencode: undefined }, 'opencode: expected a fakeOpencode(), received undefined'],
  [{ fake: 1 }, 'fakePluginInput(options).fake: expected one of opencode, shell'],
])('refuses %j', async ([options, message]) => {
  await expect(Reflect.apply(fakePluginInput, undefined, [options])).rejects.toThrow(message)
})
