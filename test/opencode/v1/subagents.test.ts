import { fakeOpencode, type FakeOpencode, type Reply, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { createSession, prompt, saidIn } from '../api.ts'
import { v1Messages } from '../v1-messages.ts'

const task = (agent: string, said: string, extra: object = {}): Reply => ({
  toolCalls: [toolCall('task', { description: 'sub', prompt: said, subagent_type: agent, ...extra })],
})

const childOf = (opencode: FakeOpencode, parent: string): string =>
  [...opencode.sessions.values()].find(({ parentID }) => parentID === parent)?.id ?? ''

test('a script with when answers a sub-agent, and leaves the queue to the session above it', async () => {
  const opencode = fakeOpencode({
    script: [
      task('general', 'Count the files'),
      'there are three',
      { when: ({ messages }) => messages.at(-1)?.content === 'Count the files', text: 'three' },
    ],
  })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'How many files?')
  expect(saidIn(opencode, childOf(opencode, session))).toEqual(['three'])
  expect(opencode.lastRun?.text).toBe('there are three')
  expect(opencode.lastRun?.toolCalls[0]?.output).toContain('<task_result>\nthree\n</task_result>')
})

test('session(id) scripts a child session that is gone on with', async () => {
  const opencode = fakeOpencode({ script: [task('general', 'one'), 'first', 'done'] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  const child = childOf(opencode, session)
  opencode.session(child).script('of its own')
  opencode.script(task('general', 'two', { task_id: child }), 'done again')
  await prompt(opencode, session, 'and on')
  expect(saidIn(opencode, child)).toEqual(['first', 'of its own'])
  expect(opencode.lastRun?.text).toBe('done again')
  expect(opencode.sessions.size).toBe(2)
})

test('the result of a task call is what its sub-agent says', async () => {
  const call = toolCall('task', { description: 'sub', prompt: 'go', subagent_type: 'general' }, 'gone')
  const opencode = fakeOpencode({ script: [{ toolCalls: [call] }, 'done'] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect(saidIn(opencode, childOf(opencode, session))).toEqual(['gone'])
  expect(opencode.lastRun?.text).toBe('done')
})

test.for<[agent: string, permission: readonly string[]]>([
  // captures/1.18.33/03e-task-subagent.json, captures/1.18.33-probed/03i-explore.json, 03i2-custom-helper.json
  ['general', ['task']],
  ['explore', ['todowrite', 'task']],
  ['helper', ['todowrite', 'task']],
])('the session of the sub-agent %s may not use %j', async ([agent, names]) => {
  const opencode = fakeOpencode({ agents: ['build', 'helper'], script: [task(agent, 'go'), 'gone', 'done'] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  const permission = names.map((name) => ({ permission: name, pattern: '*', action: 'deny' }))
  expect(opencode.sessions.get(childOf(opencode, session))).toMatchObject({ permission })
})

test('what the configuration says of a permission is not overruled for sub-agents', async () => {
  // captures/1.18.33-probed/11j-ask-task.json
  const permissions = { task: 'allow', todowrite: 'allow' } as const
  const opencode = fakeOpencode({ permissions, script: [task('general', 'go'), 'gone', 'done'] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect(opencode.sessions.get(childOf(opencode, session))).toMatchObject({ permission: [] })
})

test('the sub-agent explore only looks: other tools are not offered to it', async () => {
  const opencode = fakeOpencode({
    script: [
      task('explore', 'look'),
      { toolCalls: [toolCall('glob', { pattern: '*' }, 'a.txt'), toolCall('write', { filePath: 'a', content: 'a' })] },
      'looked',
      'done',
    ],
  })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  const parts = v1Messages(opencode, childOf(opencode, session))?.flatMap((message) => message.parts)
  expect(parts?.filter(({ type }) => type === 'tool')).toMatchObject([{ tool: 'glob' }, { tool: 'invalid' }])
})

test('a prompt’s sub-task for an agent that does not exist is answered with an error', async () => {
  // captures/1.18.33-probed/15n3-subtask-unknown-agent.json
  const opencode = fakeOpencode()
  const parts = [{ type: 'subtask', agent: 'nope', prompt: 'go', description: 'sub' }]
  const { status } = await prompt(opencode, await createSession(opencode), '', { parts })
  expect(status).toBe(500)
  expect(opencode.lastRun).toHaveOutcome('failed')
})
