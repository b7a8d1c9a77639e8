import { fakeOpencode, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { misfits } from '../../fixtures/v2/schema-faults.ts'
import { until } from '../until.ts'
import { ask, dataOf, expectValid, messagesOf, newSession, send, settle, told } from './v2-calls.ts'

const typesOf = async (...args: Parameters<typeof messagesOf>): Promise<readonly unknown[]> =>
  (await messagesOf(...args)).map((message) => Object(message).type)

test('the inbox shows what waits, and lets it be changed and taken back', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: [turn({ text: 'x', delayFirst: 5 }), 'next'] })
  const id = await newSession(opencode)
  const parked = await send(opencode, id, 'parked', { resume: false, delivery: 'queue' })
  const dropped = await send(opencode, id, 'dropped', { resume: false })
  const path = `/api/session/${id}/inbox`
  const items = [await dataOf(opencode, 'GET', path)].flat()
  expect(items).toMatchObject([
    { id: parked, delivery: 'queue' },
    { id: dropped, payload: { text: 'dropped' } },
  ])
  expect(misfits('SessionInboxInfo', items)).toEqual([])
  expect((await ask(opencode, 'PATCH', `${path}/${parked}`, { delivery: 'steer' })).status).toBe(204)
  expect((await ask(opencode, 'DELETE', `${path}/${dropped}`)).status).toBe(204)
  expect((await ask(opencode, 'DELETE', `${path}/msg_none`)).status).toBe(204)
  expect((await ask(opencode, 'PATCH', `${path}/msg_none`, { delivery: 'steer' })).status).toBe(409)
  await send(opencode, id, 'now')
  await settle(opencode, id)
  expect(opencode.prompts).toEqual(['parked', 'dropped', 'now'])
  expect((await messagesOf(opencode, id)).slice(0, 2)).toMatchObject([{ text: 'parked' }, { text: 'now' }])
  expect(told(opencode)).toEqual(expect.arrayContaining(['inbox.delivery.changed', 'inbox.cancelled']))
  expectValid(opencode)
})

test('a prompt that is sent twice is known, and its id taken for another', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const id = await newSession(opencode)
  const path = `/api/session/${id}/prompt`
  const first = await ask(opencode, 'POST', path, { id: 'msg_mine', text: 'Hi' })
  expect(misfits('Response.session.prompt', [first.body])).toEqual([])
  expect((await ask(opencode, 'POST', path, { id: 'msg_mine', text: 'Hi' })).body).toEqual(first.body)
  const other = await ask(opencode, 'POST', path, { id: 'msg_mine', text: 'Ho' })
  expect(other).toMatchObject({
    status: 409,
    body: {
      _tag: 'ConflictError',
      message: 'Prompt message ID conflicts with an existing durable record: msg_mine',
      resource: 'msg_mine',
    },
  })
  await settle(opencode, id)
  expect(opencode.sentPrompts).toMatchObject([{ text: 'Hi', promptID: 'msg_mine', sessionID: id }])
})

test('a prompt brings files, agents and skills along', async () => {
  const opencode = fakeOpencode({ version: '2.0', files: { 'a.txt': 'text' } })
  const id = await newSession(opencode)
  await send(opencode, id, 'Read', {
    files: [{ uri: 'data:text/plain;base64,aGk=', name: 'hi.txt' }, { uri: 'file:///fake/project/a.txt' }],
    agents: [{ name: 'plan' }],
    skills: [{ id: 'customize-opencode' }],
    metadata: { from: 'test' },
  })
  await settle(opencode, id)
  const [user] = await messagesOf(opencode, id)
  expect(user).toMatchObject({
    files: [
      { data: 'aGk=', mime: 'text/plain', source: { type: 'inline' }, name: 'hi.txt' },
      { data: 'dGV4dA==', mime: 'text/plain', source: { type: 'uri', uri: 'file:///fake/project/a.txt' } },
    ],
    agents: [{ name: 'plan' }],
    skills: [{ id: 'customize-opencode', name: 'customize-opencode' }],
    metadata: { from: 'test' },
  })
  expectValid(opencode)
})

test('what a client lets the model know is a synthetic message', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const id = await newSession(opencode)
  const item = await dataOf(opencode, 'POST', `/api/session/${id}/synthetic`, {
    text: 'The build is red',
    description: 'CI',
  })
  expect(misfits('SessionInboxSynthetic', [item])).toEqual([])
  await settle(opencode, id)
  expect(await typesOf(opencode, id)).toEqual(['synthetic', 'assistant', 'idle'])
  expect(opencode.prompts).toEqual([])
  expectValid(opencode)
})

test('commands, skills, shells and texts beside a session do their work', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    commands: { greet: { template: 'Greet $ARGUMENTS' } },
    shell: (command) => `ran ${command}`,
    script: ['Hello Ada', 'a text'],
  })
  const id = await newSession(opencode)
  expect((await ask(opencode, 'POST', `/api/session/${id}/command`, { name: 'greet', text: 'Ada' })).status).toBe(204)
  await settle(opencode, id)
  expect(opencode.prompts).toEqual(['Greet Ada'])
  expect(
    (await ask(opencode, 'POST', `/api/experimental/session/${id}/skill`, { id: 'customize-opencode' })).status,
  ).toBe(204)
  expect((await ask(opencode, 'POST', `/api/session/${id}/shell`, { command: 'ls' })).status).toBe(204)
  await until(() => told(opencode).includes('shell.ended'))
  expect(await dataOf(opencode, 'POST', `/api/session/${id}/generate`, { prompt: 'write' })).toEqual({ text: 'a text' })
  expect(await typesOf(opencode, id)).toEqual(['user', 'assistant', 'idle', 'skill', 'shell'])
  expect((await messagesOf(opencode, id)).at(-1)).toMatchObject({
    command: 'ls',
    status: 'exited',
    exit: 0,
    output: { output: 'ran ls' },
  })
  expectValid(opencode)
})

test('an interrupt that resumes goes on with what steers, and leaves parked what queues', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: [turn({ text: 'x', cut: 'hang' }), 'steered'] })
  const id = await newSession(opencode)
  await send(opencode, id, 'first')
  await until(() => told(opencode).includes('text.delta'))
  await send(opencode, id, 'next')
  await ask(opencode, 'POST', `/api/session/${id}/interrupt?resume=true`)
  await until(() => told(opencode).includes('execution.succeeded'))
  expect(opencode.runs.map(({ outcome, text }) => [outcome, text])).toEqual([
    ['interrupted', 'x'],
    ['succeeded', 'steered'],
  ])
  expectValid(opencode)
})
