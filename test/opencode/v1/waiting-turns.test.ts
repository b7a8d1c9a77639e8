import { fakeOpencode, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession, prompt } from '../api.ts'
import { turns, until } from '../until.ts'

// What comes while a shell command runs or an abort is under way waits for the end of that.

const stuck = { output: 'x', delay: Infinity }

async function whileShellRuns(): Promise<{
  opencode: ReturnType<typeof fakeOpencode>
  session: string
  shell: Promise<unknown>
}> {
  const opencode = fakeOpencode({ shell: stuck, script: ['one', 'two'], sideCalls: 'script' })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'first')
  const shell = call(opencode, 'POST', `/session/${session}/shell`, { agent: 'build', command: 'ls' })
  await until(() => opencode.events.some(({ properties }) => JSON.stringify(properties).includes('"tool":"bash"')))
  return { opencode, session, shell }
}

const later: Readonly<Record<string, (id: string) => readonly [path: string, body: object]>> = {
  'a prompt': (id) => [`/session/${id}/message`, { parts: [{ type: 'text', text: 'late' }] }],
  'an async prompt': (id) => [`/session/${id}/prompt_async`, { parts: [{ type: 'text', text: 'late' }] }],
  'a command': (id) => [`/session/${id}/command`, { command: 'init', arguments: '' }],
  'a summary': (id) => [`/session/${id}/summarize`, { providerID: 'deepseek', modelID: 'deepseek-flash' }],
}

test.for(Object.entries(later))('%s that waits begins nothing when its session is deleted', async ([, request]) => {
  const { opencode, session, shell } = await whileShellRuns()
  const answer = call(opencode, 'POST', ...request(session))
  await turns(3)
  await call(opencode, 'DELETE', `/session/${session}`)
  const told = opencode.events.length
  expect((await answer).status).toBe(404)
  await shell
  expect(opencode.events.slice(told)).toEqual([])
  expect(opencode.remaining).toBe(1)
})

test.for(Object.entries(later))('%s that waits begins nothing when the fake closes', async ([, request]) => {
  const { opencode, session } = await whileShellRuns()
  const answer = call(opencode, 'POST', ...request(session))
  await turns(3)
  await opencode.close()
  const told = opencode.events.length
  await answer
  expect(opencode.events.slice(told)).toEqual([])
  expect([opencode.remaining, opencode.runs.length]).toEqual([1, 1])
})

test('an abort ends the shell command, and the summary that waits for it is made', async () => {
  const { opencode, session, shell } = await whileShellRuns()
  const summary = call(opencode, 'POST', `/session/${session}/summarize`, {
    providerID: 'deepseek',
    modelID: 'deepseek-flash',
  })
  await turns(3)
  await call(opencode, 'POST', `/session/${session}/abort`)
  await shell
  expect((await summary).body).toBe(true)
  expect(opencode.remaining).toBe(0)
})

test('a command that comes during an abort is worked on after it', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'x y z', cut: 'hang' }, 'from the command'] })
  const session = await createSession(opencode)
  const first = prompt(opencode, session, 'hi')
  await until(() => opencode.events.some(({ type }) => type === 'message.part.delta'))
  const abort = call(opencode, 'POST', `/session/${session}/abort`)
  const command = await call(opencode, 'POST', `/session/${session}/command`, { command: 'init', arguments: '' })
  await Promise.all([first, abort])
  expect(command.status).toBe(200)
  expect(opencode.runs.map(({ outcome, text }) => [outcome, text])).toEqual([
    ['interrupted', expect.any(String)],
    ['succeeded', 'from the command'],
  ])
})

test('a sub-agent whose result never comes waits for the abort', async () => {
  const args = { description: 'd', prompt: 'p', subagent_type: 'explore' }
  const opencode = fakeOpencode({ script: [toolCall('task', args, stuck), 'end'] })
  const session = await createSession(opencode)
  const answer = prompt(opencode, session, 'go')
  await until(() => opencode.sessions.size === 2)
  await call(opencode, 'POST', `/session/${session}/abort`)
  await answer
  expect(opencode.lastRun).toHaveOutcome('interrupted')
  expect(opencode.misses).toEqual([])
})

test.for(['constructor', 'toString', '__proto__'])('%s is a name like any other', async (name) => {
  const usage = { prompt: 100, completion: 10 }
  const opencode = fakeOpencode({
    agents: [name],
    script: [toolCall(name, {}, 'mine'), toolCall(`${name}2`, {}), { text: 'done', usage }],
  })
  const session = await createSession(opencode)
  const model = { providerID: 'deepseek', modelID: name }
  await prompt(opencode, session, 'go', { agent: name, model })
  expect(opencode.lastRun).toHaveOutcome('succeeded')
  expect(opencode.lastRun?.toolCalls.map((tool) => [tool.name, tool.status])).toEqual([
    [name, 'completed'],
    ['invalid', 'completed'],
  ])
  const command = await call(opencode, 'POST', `/session/${session}/command`, { command: name, arguments: '' })
  expect(command.status).toBe(500)
  expect(JSON.stringify(opencode.events.at(-1))).toContain(`Command not found: \\"${name}\\"`)
  expect(opencode.misses).toEqual([])
})
