import { fakeOpencode, type FakeOpencode, InvalidOptionError, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, courseOf, createSession, prompt } from '../api.ts'
import { v1Messages } from '../v1-messages.ts'

const model = (modelID: string): object => ({ model: { providerID: 'deepseek', modelID } })

const read = (filePath: string): object => ({ toolCalls: [toolCall('read', { filePath })] })

const big = (prompted: number): object => ({ text: 'big', usage: { prompt: prompted, completion: 0 } })

test.for<[options: object, path: string]>([
  [{ models: 'deepseek/deepseek-chat' }, 'models'],
  [{ models: ['deepseek-chat'] }, 'models[0]'],
  [{ files: ['a.txt'] }, 'files'],
  [{ files: { 'a.txt': 5 } }, 'files.a.txt'],
  [{ commands: { hello: 'Say hello' } }, 'commands.hello'],
  [{ commands: { hello: { template: 5 } } }, 'commands.hello.template'],
  [{ commands: { hello: { template: 'Hi', agents: 'plan' } } }, 'commands.hello.agents'],
  [{ shell: 5 }, 'shell'],
  [{ shell: { output: 5 } }, 'shell.output'],
  [{ contextWindow: 0 }, 'contextWindow'],
  [{ contextWindow: '128k' }, 'contextWindow'],
  [{ sideCalls: 'ignore' }, 'sideCalls'],
  [{ permissions: new Map([['bash', 'ask']]) }, 'permissions'],
  [{ permissions: { bash: ['ask'] } }, 'permissions.bash'],
  [{ permissions: { bash: new Map([['*', 'ask']]) } }, 'permissions.bash'],
  [{ files: new Map([['a.txt', 'a']]) }, 'files'],
  [{ shell: null }, 'shell'],
  [{ shell: { delay: 2 ** 31 } }, 'shell.delay'],
])('the options %j are refused, with the path %s', ([options, path]) => {
  const build = (): FakeOpencode => fakeOpencode(options)
  expect(build).toThrow(InvalidOptionError)
  expect(build).toThrow(expect.objectContaining({ path }))
})

test('with models a prompt that names another fails, and one that names one of them does not', async () => {
  const opencode = fakeOpencode({ models: ['deepseek/deepseek-chat'] })
  const session = await createSession(opencode)
  expect((await prompt(opencode, session, 'hi', model('deepseek-chat'))).status).toBe(200)
  expect((await prompt(opencode, session, 'hi', model('nope'))).status).toBe(500)
  expect(JSON.stringify(opencode.events)).toContain('Model not found: deepseek/nope.')
})

test('files are what the read tool gives, and others are not there; without the option every file is empty', async () => {
  const opencode = fakeOpencode({ files: { 'a.txt': 'hello\n' }, script: [read('a.txt'), read('b.txt'), 'done'] })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun?.toolCalls).toMatchObject([
    { status: 'completed', output: expect.stringContaining('1: hello') },
    { status: 'error', error: 'File not found: /fake/project/b.txt' },
  ])
  const blind = fakeOpencode({ baseUrl: 'http://blind.test', script: [read('b.txt'), 'done'] })
  await prompt(blind, await createSession(blind), 'hi')
  expect(blind.lastRun?.toolCalls).toMatchObject([{ status: 'completed', output: '' }])
})

test('a command’s template is the prompt, with what the user adds; an unknown one is refused', async () => {
  const opencode = fakeOpencode({ commands: { hello: { template: 'Say hello to $ARGUMENTS' } } })
  const session = await createSession(opencode)
  await call(opencode, 'POST', `/session/${session}/command`, { command: 'hello', arguments: 'Bob' })
  expect(opencode.prompts).toEqual(['Say hello to Bob'])
  const refused = await call(opencode, 'POST', `/session/${session}/command`, { command: 'nope', arguments: '' })
  expect(refused.status).toBe(500)
  expect(JSON.stringify(opencode.events.at(-1))).toContain('Command not found: \\"nope\\". Available commands:')
  // What was refused is no part of the run before.
  expect(opencode.lastRun).toHaveOutcome('succeeded')
})

test('shell is what the user’s commands print, by the command where it is a function', async () => {
  const opencode = fakeOpencode({ shell: (command) => `${command.toUpperCase()}\n` })
  const session = await createSession(opencode)
  const { body } = await call(opencode, 'POST', `/session/${session}/shell`, { agent: 'build', command: 'ls' })
  expect(body).toMatchObject({ parts: [{ type: 'tool', state: { status: 'completed', output: 'LS\n' } }] })
})

test('what a shell function throws is named, and the session is idle again', async () => {
  const opencode = fakeOpencode({
    shell: () => {
      throw new Error('no such command in this test')
    },
  })
  const session = await createSession(opencode)
  const { status } = await call(opencode, 'POST', `/session/${session}/shell`, { agent: 'build', command: 'ls' })
  expect(status).toBe(200)
  expect(opencode.misses).toMatchObject([
    { kind: 'script', message: expect.stringContaining('no such command in this test') },
  ])
  expect(courseOf(opencode.events)).toEqual(['busy', 'error UnknownError', 'completed without a finish', 'idle'])
})

test('a step that fills the context is followed by a compaction, one below it is not', async () => {
  // facts/opencode-1x.md section 7: 40,000 of context keep 10,000 for an answer
  const opencode = fakeOpencode({ contextWindow: 40_000, script: [big(29_999), big(30_000), 'go on'] })
  const session = await createSession(opencode)
  const compactions = (): number => opencode.events.filter(({ type }) => type === 'session.compacted').length
  await prompt(opencode, session, 'one')
  expect(compactions()).toBe(0)
  await prompt(opencode, session, 'two')
  expect(compactions()).toBe(1)
  expect(opencode.lastRun?.text).toBe('go on')
})

test('sideCalls: the requests for a title and a summary take replies of the script, or canned ones', async () => {
  const scripted = fakeOpencode({ sideCalls: 'script', script: ['a title', 'an answer', 'a summary'] })
  const session = await createSession(scripted, { title: undefined })
  await prompt(scripted, session, 'hi')
  const summarised = { providerID: 'deepseek', modelID: 'deepseek-chat' }
  await call(scripted, 'POST', `/session/${session}/summarize`, summarised)
  expect(scripted.sessions.get(session)?.title).toBe('a title')
  expect(JSON.stringify(v1Messages(scripted, session))).toContain('a summary')
  const canned = fakeOpencode({ baseUrl: 'http://canned.test', script: ['an answer', 'another'] })
  const other = await createSession(canned, { title: undefined })
  await prompt(canned, other, 'hi')
  await call(canned, 'POST', `/session/${other}/summarize`, summarised)
  expect(canned.remaining).toBe(1)
  expect(courseOf(canned.events).at(-1)).toBe('idle')
})

const cyclic: Record<string, unknown> = {}
cyclic['itself'] = cyclic

test.for<[result: object, path: string]>([
  [{ metadata: cyclic }, 'toolCall().result.metadata'],
  [{ metadata: { size: 1n } }, 'toolCall().result.metadata'],
  // 2 ** 31 - 1 ms are the longest a timer of Node waits.
  [{ delay: 2 ** 31 }, 'toolCall().result.delay'],
  [new Map(), 'toolCall().result'],
  [new Date(), 'toolCall().result'],
])('a tool that gives %o is refused, with the path %s', ([result, path]) => {
  expect(() => toolCall('bash', {}, result)).toThrow(expect.objectContaining({ path }))
})

const noDelay = (): never => {
  throw new Error('no delay')
}

test('a retryDelay that throws fails the run and does not leave its session busy', async () => {
  const opencode = fakeOpencode({ script: [{ status: 503 }, 'never'], retryDelay: noDelay })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect(courseOf(opencode.events).at(-1)).toBe('idle')
  expect(opencode.lastRun).toHaveFailedWith('no delay')
  expect(opencode.misses).toMatchObject([{ kind: 'script', message: 'the script itself failed: no delay' }])
})
