import { type FakeOpencode, fakeOpencode, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { misfits } from '../../fixtures/v2/schema-faults.ts'
import { until } from '../until.ts'
import {
  ask,
  dataOf,
  dataOfEvents,
  expectValid,
  messagesOf,
  newSession,
  run,
  send,
  sessionOf,
  settle,
  told,
} from './v2-calls.ts'

const questions = [
  {
    question: 'Which color?',
    header: 'Color',
    options: [
      { label: 'Red', description: 'warm' },
      { label: 'Blue', description: 'cold' },
    ],
  },
  { question: 'Which sizes?', header: 'Size', multiple: true, options: [{ label: 'S', description: 'small' }] },
]

/** Waits until the server asks something, and gives the path of what it asks. */
async function asked(opencode: FakeOpencode, sessionID: string, kind: 'permission' | 'form'): Promise<string> {
  const path = `/api/session/${sessionID}/${kind}`
  await until(() => opencode.events.some(({ type }) => type === `${kind}.${kind === 'form' ? 'created' : 'asked'}`))
  const [first] = [await dataOf(opencode, 'GET', path)].flat()
  return `${path}/${Object(first).id}`
}

async function askingBash(options: object = {}): Promise<{ opencode: FakeOpencode; id: string; path: string }> {
  const script = [toolCall('bash', { command: 'rm x' }, 'gone'), 'Done', toolCall('bash', { command: 'rm x' }), 'Again']
  const opencode = fakeOpencode({ version: '2.0', permissions: { bash: 'ask' }, script, ...options })
  const id = await newSession(opencode)
  await send(opencode, id, 'Go')
  return { opencode, id, path: await asked(opencode, id, 'permission') }
}

test('a permission is asked for and given once', async () => {
  const { opencode, id, path } = await askingBash()
  const request = await dataOf(opencode, 'GET', path)
  expect(request).toMatchObject({ action: 'bash', resources: ['rm x'], source: { type: 'tool' } })
  expect(misfits('PermissionRequest', [request])).toEqual([])
  expect(await dataOf(opencode, 'GET', '/api/permission/request')).toEqual([request])
  expect((await ask(opencode, 'POST', `${path}/reply`, { decision: 'once' })).status).toBe(204)
  await settle(opencode, id)
  const order = told(opencode).filter((type) => type.startsWith('permission') || type.startsWith('tool.'))
  expect(order.slice(2)).toEqual(['tool.called', 'permission.asked', 'permission.replied', 'tool.success'])
  expect((await ask(opencode, 'POST', `${path}/reply`, { decision: 'once' })).body).toMatchObject({
    _tag: 'PermissionNotFoundError',
  })
  expect(opencode.lastRun?.outcome).toBe('succeeded')
  expectValid(opencode)
})

test('what is allowed always is saved, and not asked again until it is removed', async () => {
  const { opencode, id, path } = await askingBash()
  await ask(opencode, 'POST', `${path}/reply`, { decision: 'always' })
  await settle(opencode, id)
  const saved = [await dataOf(opencode, 'GET', '/api/permission/saved')].flat()
  expect(saved).toMatchObject([{ action: 'bash', resource: 'rm x' }])
  expect(misfits('PermissionSavedInfo', saved)).toEqual([])
  await send(opencode, id, 'once more')
  await settle(opencode, id)
  expect(dataOfEvents(opencode, 'permission.asked')).toHaveLength(1)
  expect((await ask(opencode, 'DELETE', `/api/permission/saved/${Object(saved[0]).id}`)).status).toBe(204)
  opencode.script(toolCall('bash', { command: 'rm x' }))
  await send(opencode, id, 'and now')
  await until(() => dataOfEvents(opencode, 'permission.asked').length === 2)
})

test('a rejection without a word ends the turn, and leaves no mark', async () => {
  const { opencode, id, path } = await askingBash()
  await ask(opencode, 'POST', `${path}/reply`, { decision: 'reject' })
  await settle(opencode, id)
  expect(told(opencode).slice(-5)).toEqual([
    'permission.asked',
    'permission.replied',
    'tool.failed',
    'step.failed',
    'execution.interrupted',
  ])
  expect(dataOfEvents(opencode, 'session.tool.failed')).toMatchObject([
    { error: { type: 'aborted', message: 'The user declined this tool call' } },
  ])
  expect(dataOfEvents(opencode, 'session.execution.interrupted')).toMatchObject([{ reason: 'shutdown' }])
  expect((await messagesOf(opencode, id)).map((message) => Object(message).type)).toEqual(['user', 'assistant'])
  expect(opencode.lastRun?.outcome).toBe('interrupted')
  expect(await sessionOf(opencode, id)).not.toHaveProperty('outcome')
  expectValid(opencode)
})

test('a rejection with a word lets the model go on', async () => {
  const { opencode, id, path } = await askingBash()
  await ask(opencode, 'POST', `${path}/reply`, { decision: 'reject', message: 'use trash' })
  await settle(opencode, id)
  expect(dataOfEvents(opencode, 'session.tool.failed')).toMatchObject([
    { error: { type: 'permission.rejected', message: 'use trash' } },
  ])
  expect(opencode.lastRun).toMatchObject({ outcome: 'succeeded', text: 'Done' })
  expectValid(opencode)
})

test('a rule that denies asks nobody', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    permissions: { bash: 'deny' },
    script: [toolCall('bash', { command: 'ls' }), 'OK'],
  })
  await run(opencode)
  expect(told(opencode)).not.toContain('permission.asked')
  expect(dataOfEvents(opencode, 'session.tool.failed')).toMatchObject([{ error: { type: 'permission.rejected' } }])
})

test('the rules of the agent and of the session count', async () => {
  const agents = [{ name: 'build', permissions: [{ action: 'bash', resource: '*', effect: 'ask' }] }]
  const opencode = fakeOpencode({ version: '2.0', agents })
  const path = `/api/session/${await newSession(opencode)}/permission`
  const wanted = { action: 'bash', resources: ['ls'] }
  const answer = await dataOf(opencode, 'POST', path, wanted)
  expect(answer).toMatchObject({ effect: 'ask', id: expect.stringMatching(/^per_/) })
  const allowed = await newSession(opencode, { permissions: [{ action: 'bash', resource: '*', effect: 'allow' }] })
  expect(await dataOf(opencode, 'POST', `/api/session/${allowed}/permission`, wanted)).toMatchObject({
    effect: 'allow',
  })
  expect(await dataOf(opencode, 'GET', path)).toHaveLength(1)
})

async function asking(): Promise<{ opencode: FakeOpencode; id: string; path: string }> {
  const opencode = fakeOpencode({ version: '2.0', script: [toolCall('question', { questions }), 'Thanks'] })
  const id = await newSession(opencode)
  await send(opencode, id, 'Ask me')
  return { opencode, id, path: await asked(opencode, id, 'form') }
}

test("the model's questions are a form, and the answers go to the model", async () => {
  const { opencode, id, path } = await asking()
  const form = await dataOf(opencode, 'GET', path)
  expect(misfits('FormDetail', [form])).toEqual([])
  expect(form).toMatchObject({
    title: 'Questions',
    metadata: { kind: 'question' },
    state: { status: 'pending' },
    fields: [
      { key: 'q0', type: 'string', custom: true, options: [{ value: 'Red', label: 'Red' }, { value: 'Blue' }] },
      { key: 'q1', type: 'multiselect' },
    ],
  })
  expect((await ask(opencode, 'POST', `${path}/reply`, { answer: { q0: 7 } })).body).toMatchObject({
    _tag: 'FormInvalidAnswerError',
  })
  expect((await ask(opencode, 'POST', `${path}/reply`, { answer: { q0: 'Red', q1: ['S'] } })).status).toBe(204)
  await settle(opencode, id)
  expect(dataOfEvents(opencode, 'session.tool.success')).toMatchObject([{ metadata: { answers: [['Red'], ['S']] } }])
  expect(told(opencode)).toEqual(
    expect.arrayContaining(['tool.called', 'form.created', 'form.replied', 'tool.success']),
  )
  expect((await ask(opencode, 'DELETE', path)).body).toMatchObject({ _tag: 'FormAlreadySettledError' })
  expect(await dataOf(opencode, 'GET', path)).toMatchObject({ state: { status: 'answered' } })
  expectValid(opencode)
})

test('a form that is cancelled without a word ends the turn', async () => {
  const { opencode, id, path } = await asking()
  expect((await ask(opencode, 'DELETE', path)).status).toBe(204)
  await settle(opencode, id)
  expect(told(opencode).slice(-4)).toEqual(['form.cancelled', 'tool.failed', 'step.failed', 'execution.interrupted'])
  expect(opencode.lastRun?.outcome).toBe('interrupted')
  expectValid(opencode)
})

test('a form that is cancelled with a word lets the model go on', async () => {
  const { opencode, id, path } = await asking()
  await ask(opencode, 'DELETE', `${path}?message=later`)
  await settle(opencode, id)
  expect(dataOfEvents(opencode, 'session.tool.failed')).toMatchObject([{ error: { message: 'later' } }])
  expect(opencode.lastRun?.outcome).toBe('succeeded')
})

test('an interrupt takes away what was asked', async () => {
  const { opencode, id } = await asking()
  await ask(opencode, 'POST', `/api/session/${id}/interrupt`)
  await settle(opencode, id)
  expect(await dataOf(opencode, 'GET', '/api/form')).toEqual([])
  expect(opencode.lastRun?.outcome).toBe('interrupted')
  expectValid(opencode)
})

test('a client can let a form be shown', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const path = `/api/session/${await newSession(opencode)}/form`
  const form = await dataOf(opencode, 'POST', path, {
    title: 'Name',
    fields: [{ key: 'name', type: 'string', required: true }],
    id: 'frm_1',
  })
  expect(misfits('FormInfo', [form])).toEqual([])
  expect(
    (await ask(opencode, 'POST', path, { title: 'x', fields: [{ key: 'a', type: 'string' }], id: 'frm_1' })).status,
  ).toBe(409)
  expect((await ask(opencode, 'POST', path, { title: 'x', fields: [] })).status).toBe(400)
  expect((await ask(opencode, 'POST', `${path}/frm_1/reply`, { answer: {} })).body).toMatchObject({
    _tag: 'FormInvalidAnswerError',
    id: 'frm_1',
  })
  expect((await ask(opencode, 'POST', `${path}/frm_1/reply`, { answer: { name: 'Ada' } })).status).toBe(204)
  expect(dataOfEvents(opencode, 'form.replied')).toMatchObject([{ id: 'frm_1', answer: { name: 'Ada' } }])
  expectValid(opencode)
})
