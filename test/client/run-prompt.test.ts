import { createOpencodeClient } from '@opencode-ai/sdk'
import { createOpencodeClient as createV2Client } from '@opencode-ai/sdk/v2'
import {
  fakeOpencode,
  HttpCallError,
  httpError,
  InvalidOptionError,
  type PromptTarget,
  runPrompt,
  WaitTimeoutError,
} from 'opencode-testing'
import { expect, test } from 'vitest'

const targets: Record<string, (opencode: { url: string }) => PromptTarget> = {
  'a base URL': ({ url }) => url,
  'a base URL with a slash': ({ url }) => `${url}/`,
  'a fake': (opencode) => opencode,
  'the v1 client': ({ url: baseUrl }) => createOpencodeClient({ baseUrl }),
  'the v2 client': ({ url: baseUrl }) => createV2Client({ baseUrl }),
}

test.for(Object.entries(targets))('prompts %s and collects the run', async ([, targetOf]) => {
  const opencode = fakeOpencode({ script: [{ text: 'Four.', usage: { prompt: 100, completion: 20 } }] })
  const run = await runPrompt(targetOf(opencode), 'What is 2 + 2?', { agent: 'plan', model: 'deepseek/deepseek-flash' })
  expect(run).toHaveOutcome('succeeded')
  expect(run.text).toBe('Four.')
  // 100 * 0.15 / 1e6 + 20 * 0.6 / 1e6
  expect(run).toHaveCost(0.000027)
  expect(run.session?.cost).toBe(0.000027)
  expect(run).toHaveSentPrompt('What is 2 + 2?', { agent: 'plan', model: 'deepseek/deepseek-flash' })
  expect(opencode).toHaveSentPrompt('What is 2 + 2?', { agent: 'plan', model: 'deepseek/deepseek-flash' })
})

test('goes on with a session, and the run holds only what this prompt added', async () => {
  const opencode = fakeOpencode({ script: ['One.', 'Two.'] })
  const first = await runPrompt(opencode, 'first')
  const second = await runPrompt(opencode, 'second', { sessionID: first.session?.id ?? '' })
  expect(second.messages.map(({ info }) => info?.role)).toEqual(['user', 'assistant'])
  expect(second.text).toBe('Two.')
  expect(opencode.sessions.size).toBe(1)
})

test('resolves to a failed run, with the events up to the last idle', async () => {
  const opencode = fakeOpencode({ script: [httpError(402, 'Insufficient Balance')] })
  const run = await runPrompt(opencode, 'hi')
  expect(run).toHaveOutcome('failed')
  expect(run.error).toMatchObject({ name: 'APIError', message: 'Insufficient Balance', status: 402 })
  // error, idle, the completed message, idle again: facts/opencode-1x.md section 7
  expect(run.events.slice(-6).map(({ type }) => type)).toEqual([
    'session.error',
    'session.status',
    'session.idle',
    'message.updated',
    'session.status',
    'session.idle',
  ])
})

test('hands each event of the directory to onEvent as it arrives', async () => {
  const opencode = fakeOpencode()
  const seen: string[] = []
  const run = await runPrompt(opencode, 'hi', { onEvent: ({ type }) => void seen.push(type) })
  expect(seen.filter((type) => type === 'message.part.delta')).toHaveLength(1)
  expect(run.events.map(({ type }) => type)).toEqual(seen)
})

test('rejects with what onEvent throws', async () => {
  const broken = new Error('my listener is broken')
  const throws = (): never => {
    throw broken
  }
  await expect(runPrompt(fakeOpencode(), 'hi', { onEvent: throws })).rejects.toBe(broken)
})

test('rejects with status and body where a call fails', async () => {
  const opencode = fakeOpencode()
  const call = runPrompt(opencode, 'hi', { sessionID: 'ses_0000000000000000000000000x' })
  await expect(call).rejects.toThrow(HttpCallError)
  await expect(call).rejects.toMatchObject({
    status: 404,
    body: { name: 'NotFoundError', data: { message: 'Session not found: ses_0000000000000000000000000x' } },
  })
})

test('rejects with status and body where a call of an SDK client fails', async () => {
  const opencode = fakeOpencode()
  opencode.fail('POST', '/session', { status: 503, body: { message: 'busy' } })
  const call = runPrompt(createOpencodeClient({ baseUrl: opencode.url }), 'hi')
  await expect(call).rejects.toMatchObject({ name: 'HttpCallError', status: 503, body: { message: 'busy' } })
})

test('rejects where the agent is unknown', async () => {
  const call = runPrompt(fakeOpencode(), 'hi', { agent: 'nobody' })
  await expect(call).rejects.toMatchObject({ status: 500 })
  await expect(call).rejects.toThrow(
    'the server reported: Agent not found: "nobody". Available agents: build, explore, general, plan',
  )
})

test('gives up after the timeout, and the turn goes on', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'one two', cut: 'hang' }] })
  const call = runPrompt(opencode, 'hi', { timeout: 30 })
  await expect(call).rejects.toThrow(WaitTimeoutError)
  await expect(call).rejects.toThrow('runPrompt: the turn did not end within 30 ms')
  expect(opencode.lastRun).toHaveOutcome(null)
})

test('gives up when the signal aborts', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'one two', cut: 'hang' }] })
  const controller = new AbortController()
  const call = runPrompt(opencode, 'hi', { signal: controller.signal })
  await opencode.waitForPrompt()
  controller.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
})

test('hangs up the event stream when it is done', async () => {
  const opencode = fakeOpencode()
  const streams: (AbortSignal | null | undefined)[] = []
  const watched: typeof fetch = (input, init) => {
    if (typeof input === 'string' && input.includes('/event')) streams.push(init?.signal)
    return opencode.fetch(input, init)
  }
  await runPrompt({ url: opencode.url, fetch: watched }, 'hi')
  expect(streams.map((signal) => signal?.aborted)).toEqual([true])
})

const mistakes: Record<string, [() => Promise<unknown>, string]> = {
  'a target that is none': [() => runPrompt(7 as unknown as string, 'hi'), 'runPrompt(target): expected a base URL'],
  'a URL that is none': [() => runPrompt('localhost', 'hi'), 'runPrompt(target): expected a base URL'],
  'an unknown option': [() => runPrompt(fakeOpencode(), 'hi', { agnet: 'plan' } as object), 'runPrompt(options).agnet'],
  'a negative timeout': [
    () => runPrompt(fakeOpencode(), 'hi', { timeout: -1 }),
    'runPrompt(timeout): expected a number of ms >= 0',
  ],
  'a model without provider': [
    () => runPrompt(fakeOpencode(), 'hi', { model: 'gpt' }),
    "runPrompt(model): expected 'provider/model'",
  ],
  'a dialect it does not speak': [
    () => runPrompt(fakeOpencode(), 'hi', { api: 'v9' } as object),
    "runPrompt(api): expected 'v1'",
  ],
}

test.for(Object.entries(mistakes))('refuses %s', async ([, [call, message]]) => {
  await expect(call()).rejects.toThrow(InvalidOptionError)
  await expect(call()).rejects.toThrow(message)
})
