import { createOpencodeClient } from '@opencode-ai/sdk'
import { createOpencodeClient as createV2Client } from '@opencode-ai/sdk/v2'
import {
  attachHuman,
  FakeHuman,
  type FakeOpencode,
  fakeOpencode,
  InvalidOptionError,
  type JsonObject,
  type PromptTarget,
  runPrompt,
  ScriptExhaustedError,
  toolCall,
} from 'opencode-testing'
import { expect, test } from 'vitest'

const rm = toolCall('bash', { command: 'rm notes.txt' }, 'gone')

const options = (...multiple: readonly (readonly string[])[]): JsonObject => ({
  questions: multiple.map((labels, index) => ({
    question: `Question ${index + 1}?`,
    header: 'Q',
    options: labels.map((label) => ({ label, description: label })),
  })),
})

/** A fake whose first turn asks for a permission. */
const asking = (): FakeOpencode => fakeOpencode({ permissions: { bash: 'ask' }, script: [[rm], 'Done.'] })

const targets: Record<string, (opencode: FakeOpencode) => PromptTarget> = {
  'a base URL': ({ url }) => url,
  'a fake': (opencode) => opencode,
  'the v1 client': ({ url: baseUrl }) => createOpencodeClient({ baseUrl }),
  'the v2 client': ({ url: baseUrl }) => createV2Client({ baseUrl }),
}

test.for(Object.entries(targets))('a human attached to %s answers a permission', async ([, targetOf]) => {
  const opencode = asking()
  const human = new FakeHuman(['once'])
  const detach = await attachHuman(targetOf(opencode), human)
  const run = await runPrompt(opencode, 'Tidy up')
  expect(run).toHaveText('Done.')
  expect(run).toHaveCalledTool('bash', { command: 'rm notes.txt' })
  expect(human.questions).toEqual(['Allow bash: rm notes.txt?'])
  expect(opencode.misses).toEqual([])
  await detach()
  expect(opencode.openStreams).toBe(0)
})

test.for<[answer: unknown, body: object]>([
  ['once', { reply: 'once' }],
  ['Always', { reply: 'always' }],
  ['reject', { reply: 'reject' }],
  [true, { reply: 'once' }],
  [false, { reply: 'reject' }],
  ['yes', { reply: 'once' }],
  ['n', { reply: 'reject' }],
  [undefined, { reply: 'reject' }],
  [{ reject: 'Keep it' }, { reply: 'reject', message: 'Keep it' }],
])('the answer %j to a permission is sent as %j', async ([answer, body]) => {
  const opencode = asking()
  const detach = await attachHuman(opencode, new FakeHuman(['what?', answer]))
  await runPrompt(opencode, 'Tidy up')
  expect(opencode).toHaveReceivedRequest({
    method: 'POST',
    path: expect.stringMatching(/^\/permission\/per_\w+\/reply$/),
    body,
  })
  await detach()
})

test.for<[answers: readonly unknown[], body: object | undefined]>([
  [['Red', 'Large'], { answers: [['Red'], ['Large']] }],
  [[['Red', 'Blue'], 'Huge'], { answers: [['Red', 'Blue'], ['Huge']] }],
  [[[['Blue'], ['Small']]], { answers: [['Blue'], ['Small']] }],
  [['Red', undefined], undefined],
])('the answers %j to two questions are sent as %j', async ([answers, body]) => {
  const questions = toolCall('question', options(['Red', 'Blue'], ['Large', 'Small']))
  const opencode = fakeOpencode({ script: [[questions], 'Done.'] })
  const human = new FakeHuman(answers)
  const detach = await attachHuman(opencode, human)
  await runPrompt(opencode, 'Ask me')
  const path = expect.stringMatching(body ? /^\/question\/que_\w+\/reply$/ : /^\/question\/que_\w+\/reject$/)
  expect(opencode).toHaveReceivedRequest({ method: 'POST', path, ...(body && { body }) })
  expect(human.questions).toEqual(['Question 1?', 'Question 2?'])
  expect(human.remaining).toBe(0)
  await detach()
})

test('what waits already when a human is attached is answered, once', async () => {
  const opencode = asking()
  const running = runPrompt(opencode, 'Tidy up')
  await expect.poll(() => opencode.events.some(({ type }) => type === 'permission.asked')).toBe(true)
  const human = new FakeHuman(['yes', 'yes'])
  const detach = await attachHuman(opencode, human)
  expect(await running).toHaveText('Done.')
  await detach()
  expect(human.questions).toEqual(['Allow bash: rm notes.txt?'])
  expect(human.remaining).toBe(1)
})

test('a refusal takes the other requests of the session with it, and the human is not asked about them', async () => {
  const opencode = fakeOpencode({
    permissions: { bash: 'ask' },
    script: [[rm, toolCall('bash', { command: 'rm other.txt' }, 'gone')]],
  })
  const human = new FakeHuman(['no', 'yes'])
  const detach = await attachHuman(opencode, human)
  expect(await runPrompt(opencode, 'Tidy up')).toHaveOutcome('interrupted')
  await detach()
  expect(human.questions).toHaveLength(1)
  expect(human.remaining).toBe(1)
})

test('a permission that a sub-agent asks for is answered', async () => {
  const task = toolCall('task', { description: 'Tidy', prompt: 'Tidy up', subagent_type: 'general' })
  const opencode = fakeOpencode({ permissions: { bash: 'ask' }, script: [[task], [rm], 'Tidied.', 'Done.'] })
  const human = new FakeHuman(['yes'])
  const detach = await attachHuman(opencode, human)
  expect(await runPrompt(opencode, 'Delegate')).toHaveText('Done.')
  await detach()
  expect(human).toHaveAsked('rm notes.txt')
})

test('a session of another directory is answered there', async () => {
  const opencode = asking()
  const detach = await attachHuman(opencode, new FakeHuman(['yes']))
  const client = createV2Client({ baseUrl: opencode.url, directory: '/elsewhere' })
  expect(await runPrompt(client, 'Tidy up')).toHaveText('Done.')
  await detach()
})

test('a question for which no answer is left is dismissed, and detaching rejects with its text', async () => {
  const opencode = asking()
  const detach = await attachHuman(opencode, new FakeHuman())
  expect(await runPrompt(opencode, 'Tidy up')).toHaveOutcome('interrupted')
  const error: unknown = await detach().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ScriptExhaustedError)
  expect(error).toMatchObject({ asked: 'Allow bash: rm notes.txt?' })
})

test('an answer that the server refuses makes detaching reject with the text of the question', async () => {
  const opencode = asking()
  opencode.fail('POST', /\/permission\/.*/, { status: 500 })
  const detach = await attachHuman(opencode, new FakeHuman(['yes']))
  await runPrompt(opencode, 'Tidy up')
  await expect(detach()).rejects.toThrow('it was the answer to "Allow bash: rm notes.txt?"')
})

test('a fake with a password lets its human in, and so does a URL that has it', async () => {
  const opencode = fakeOpencode({
    password: 'secret',
    permissions: { bash: 'ask' },
    script: [[rm], 'Done.', [rm], 'Bye.'],
  })
  const human = new FakeHuman(['yes', 'yes'])
  const detach = await attachHuman(opencode, human)
  expect(await runPrompt(opencode, 'Tidy up')).toHaveText('Done.')
  await detach()
  const url = opencode.url.replace('://', '://opencode:secret@')
  const again = await attachHuman(url, human)
  expect(await runPrompt(url, 'Tidy up')).toHaveText('Bye.')
  await again()
  await expect(attachHuman(opencode.url, human)).rejects.toThrow('the server has a password: pass it in the URL')
})

test.for<[args: readonly unknown[], message: string]>([
  [['localhost:4096', new FakeHuman()], 'attachHuman(target): expected a base URL such as http://localhost:4096'],
  [['http://localhost:4096', {}], 'attachHuman(human): expected a FakeHuman'],
  [['http://localhost:4096', new FakeHuman(), { api: 'v2' }], "attachHuman(api): expected 'v1' or 'preview' or '2'"],
])('bad arguments reject: %j', async ([args, message]) => {
  const attached: unknown = Reflect.apply(attachHuman, undefined, [...args])
  await expect(attached).rejects.toThrow(InvalidOptionError)
  await expect(attached).rejects.toThrow(message)
})
