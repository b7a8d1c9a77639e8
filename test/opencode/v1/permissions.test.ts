import { fakeOpencode, type FakeOpencode, InvalidOptionError, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession, prompt } from '../api.ts'

const bash = (command: string): { toolCalls: ReturnType<typeof toolCall>[] } => ({
  toolCalls: [toolCall('bash', { command }, 'ran\n')],
})

const asked = ({ events }: FakeOpencode): readonly Readonly<Record<string, unknown>>[] =>
  events.filter(({ type }) => type === 'permission.asked').map(({ properties }) => properties)

/** Answers the permission that is asked for as number `count`, from 1. */
async function answer(opencode: FakeOpencode, count: number, reply: string): Promise<void> {
  await expect.poll(() => asked(opencode)).toHaveLength(count)
  await call(opencode, 'POST', `/permission/${String(asked(opencode)[count - 1]?.['id'])}/reply`, { reply })
}

test.for<[permissions: unknown, path: string]>([
  [{ bash: 'maybe' }, 'permissions.bash'],
  [{ bash: { 'rm *': 'no' } }, 'permissions.bash.rm *'],
  [{ bash: 5 }, 'permissions.bash'],
  [{ bash: null }, 'permissions.bash'],
  ['allow', 'permissions'],
])('the permissions %j are refused, with the path %s', ([permissions, path]) => {
  const options: object = { permissions }
  const build = (): FakeOpencode => fakeOpencode(options)
  expect(build).toThrow(InvalidOptionError)
  expect(build).toThrow(expect.objectContaining({ path }))
})

test('of the patterns of a permission the last that matches counts', async () => {
  const opencode = fakeOpencode({
    permissions: { bash: { '*': 'deny', 'git *': 'allow', 'git push *': 'deny' } },
    script: [bash('git status'), bash('git push origin'), bash('ls'), 'done'],
  })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun?.toolCalls.map(({ status }) => status)).toEqual(['completed', 'error', 'error'])
  expect(asked(opencode)).toEqual([])
})

test('the denial tells the model the rules about the permission, those of patterns as they were given', async () => {
  // captures/1.18.33-probed/11k-deny-rule-rm.json
  const opencode = fakeOpencode({
    permissions: { bash: { '*': 'allow', 'rm *': 'deny' }, edit: 'allow' },
    script: [bash('cd . && rm y'), 'done'],
  })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun?.toolCalls[0]?.error).toBe(
    'The user has specified a rule which prevents you from using this specific tool call. Here are some of the relevant rules ' +
      '[{"permission":"*","action":"allow","pattern":"*"},{"permission":"bash","pattern":"*","action":"allow"},{"permission":"bash","pattern":"rm *","action":"deny"}]',
  )
})

test('what was allowed for good is not asked for again, also in a later prompt; another command is', async () => {
  const opencode = fakeOpencode({
    permissions: { bash: 'ask' },
    script: [bash('git status'), 'one', bash('git status --short'), bash('git push'), 'two'],
  })
  const session = await createSession(opencode)
  const first = prompt(opencode, session, 'hi')
  await answer(opencode, 1, 'always')
  await first
  const second = prompt(opencode, session, 'again')
  await answer(opencode, 2, 'once')
  await second
  expect(asked(opencode).map(({ patterns, always }) => [patterns, always])).toEqual([
    [['git status'], ['git status *']],
    [['git push'], ['git push *']],
  ])
})

test('what was allowed once is asked for again', async () => {
  const opencode = fakeOpencode({ permissions: { bash: 'ask' }, script: [bash('ls'), bash('ls'), 'done'] })
  const prompted = prompt(opencode, await createSession(opencode), 'hi')
  await answer(opencode, 1, 'once')
  await answer(opencode, 2, 'once')
  await prompted
  expect(opencode.lastRun?.toolCalls.map(({ status }) => status)).toEqual(['completed', 'completed'])
})

test('the permissions of an agent count more than those of the server, for its prompts alone', async () => {
  const permission = [{ permission: 'bash', action: 'deny', pattern: '*' }]
  const opencode = fakeOpencode({
    agents: ['build', { name: 'reviewer', permission }],
    permissions: { bash: 'allow' },
    script: [bash('ls'), 'one', bash('ls'), 'two'],
  })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi', { agent: 'reviewer' })
  // All of it is denied, so that the tool is not even offered (facts/opencode-1x.md section 4).
  expect(opencode.lastRun?.toolCalls).toMatchObject([{ name: 'invalid' }])
  await prompt(opencode, session, 'hi', { agent: 'build' })
  expect(opencode.lastRun?.toolCalls).toMatchObject([{ name: 'bash', status: 'completed' }])
})

test.for<[name: string, args: object, directory: string]>([
  // captures/1.18.33-probed/11j-ask-read-external.json, 11j-ask-write-external.json, 11l-always-patterns.json
  ['read', { filePath: '/etc/hostname' }, '/etc'],
  ['write', { filePath: '/elsewhere/a.txt', content: 'a' }, '/elsewhere'],
  ['edit', { filePath: '../a.txt', oldString: 'a', newString: 'b' }, '/fake'],
  ['bash', { command: 'cd /tmp && ls -la' }, '/tmp'],
  ['bash', { command: 'rm -rf ../build/out' }, '/fake/build'],
])('%s asks for a directory outside the project first: %j', async ([name, args, directory]) => {
  const opencode = fakeOpencode({
    permissions: { external_directory: 'ask' },
    script: [{ toolCalls: [toolCall(name, { ...args })] }, 'done'],
  })
  const prompted = prompt(opencode, await createSession(opencode), 'hi')
  await answer(opencode, 1, 'reject')
  await prompted
  expect(asked(opencode)).toMatchObject([{ permission: 'external_directory', patterns: [`${directory}/*`] }])
  expect(opencode.lastRun?.toolCalls).toMatchObject([{ name, status: 'error' }])
})

test.for([['ls /etc/apt'], ['cd src && ls'], ['cat a.txt']])(
  'the command %s goes nowhere outside the project',
  async ([command]) => {
    const opencode = fakeOpencode({ permissions: { external_directory: 'ask' }, script: [bash(command ?? ''), 'done'] })
    await prompt(opencode, await createSession(opencode), 'hi')
    expect(asked(opencode)).toEqual([])
    expect(opencode.lastRun?.toolCalls).toMatchObject([{ status: 'completed' }])
  },
)

test('a rejection with the message null is one without a message', async () => {
  // captures/1.18.33-probed/11m-reply-bad-bodies.json names null in what it expects
  const opencode = fakeOpencode({ permissions: { bash: 'ask' }, script: [bash('ls'), 'never'] })
  const prompted = prompt(opencode, await createSession(opencode), 'hi')
  await expect.poll(() => asked(opencode)).toHaveLength(1)
  const path = `/permission/${String(asked(opencode)[0]?.['id'])}/reply`
  expect(await call(opencode, 'POST', path, { reply: 'reject', message: null })).toMatchObject({
    status: 200,
    body: true,
  })
  await prompted
  expect(opencode.remaining).toBe(1)
})
