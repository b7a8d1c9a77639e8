import { createOpencodeClient } from '@opencode-ai/sdk/v2'
import {
  fakeOpencode,
  HttpCallError,
  httpError,
  InvalidOptionError,
  type PromptTarget,
  runPrompt,
  toolCall,
  WaitTimeoutError,
} from 'opencode-testing'
import { expect, test } from 'vitest'

const targets: Record<string, (opencode: { url: string }) => PromptTarget> = {
  'a base URL': ({ url }) => url,
  'a fake': (opencode) => opencode,
}

test.for(Object.entries(targets))('prompts %s through the preview API and collects the run', async ([, targetOf]) => {
  const opencode = fakeOpencode({ script: [toolCall('bash', { command: 'date' }, 'Monday\n'), 'It is Monday.'] })
  const run = await runPrompt(targetOf(opencode), 'What day is it?', { api: 'preview' })
  expect(run).toHaveOutcome('succeeded')
  expect(run).toHaveText('It is Monday.')
  expect(run).toHaveCalledTool('bash', { command: 'date' })
  expect(run).toHaveSteps(2)
  expect(run).toHaveSentPrompt('What day is it?')
  // Two round-trips of 10 and 5 tokens; the preview never tells a cost.
  expect(run).toHaveTokens({ input: 20, output: 10 })
  expect(run).toHaveCost(0)
  expect(opencode).toHaveSentPrompt('What day is it?')
  expect(opencode.lastRun?.text).toBe('It is Monday.')
})

test('the events of a preview run are there up to the last one', async () => {
  const seen: string[] = []
  const run = await runPrompt(fakeOpencode({ reply: 'Hello.' }), 'hi', {
    api: 'preview',
    onEvent: ({ type }) => seen.push(type),
  })
  const types = [
    'session.next.prompt.admitted',
    'session.next.prompted',
    'session.next.step.started',
    'session.next.text.started',
    'session.next.text.delta',
    'session.next.text.ended',
    'session.next.step.ended',
  ]
  expect(run.events.map(({ type }) => type)).toEqual(types)
  expect(seen).toEqual(types)
  expect(run).toHaveEmittedInOrder(['session.next.prompted', 'session.next.step.ended'])
})

test('chooses agent and model of the session first, as the preview takes none with a prompt', async () => {
  const opencode = fakeOpencode()
  const run = await runPrompt(opencode, 'hi', { api: 'preview', agent: 'plan', model: 'deepseek/deepseek-chat' })
  expect(opencode).toHaveSentPrompt('hi', { agent: 'plan', model: 'deepseek/deepseek-chat' })
  expect(run.session).toMatchObject({ agent: 'plan', model: { providerID: 'deepseek', id: 'deepseek-chat' } })
})

test('goes on with a session of the preview, however many messages it has', async () => {
  const opencode = fakeOpencode({ reply: (text) => `re: ${text}` })
  const first = await runPrompt(opencode, 'first', { api: 'preview' })
  const sessionID = first.session?.id ?? ''
  const second = await runPrompt(opencode, 'second', { api: 'preview', sessionID })
  expect(second.text).toBe('re: second')
  expect(second.messages).toHaveLength(2)
  expect(opencode.runs.map(({ text }) => text)).toEqual(['re: first', 're: second'])
})

test('resolves to a failed run of the preview', async () => {
  const opencode = fakeOpencode({ script: [httpError(401, 'Authentication Fails')] })
  const run = await runPrompt(opencode, 'hi', { api: 'preview' })
  expect(run).toHaveOutcome('failed')
  expect(run).toHaveFailedWith(/^Provider request failed with HTTP 401: .*Authentication Fails/)
})

test('a run of the preview that stops without an end is interrupted', async () => {
  const run = await runPrompt(fakeOpencode({ script: [{ text: 'Half', cut: 'end' }] }), 'hi', { api: 'preview' })
  expect(run).toHaveOutcome('interrupted')
  expect(run.text).toBe('Half')
})

test('a refused call of the preview rejects', async () => {
  const opencode = fakeOpencode()
  opencode.fail('POST', /\/api\/session\/[^/]+\/prompt/, { status: 503 })
  await expect(runPrompt(opencode, 'hi', { api: 'preview' })).rejects.toThrow(HttpCallError)
  await expect(runPrompt(opencode, 'hi', { api: 'preview', sessionID: 'ses_none' })).rejects.toThrow(/ses_none/)
})

test('gives up on a preview run that does not end', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'a', cut: 'hang' }] })
  await expect(runPrompt(opencode, 'hi', { api: 'preview', timeout: 50 })).rejects.toThrow(WaitTimeoutError)
})

test('a client of the SDK has no preview methods that runPrompt could use', async () => {
  const client = createOpencodeClient({ baseUrl: fakeOpencode().url })
  await expect(runPrompt(client, 'hi', { api: 'preview' })).rejects.toThrow(InvalidOptionError)
})
