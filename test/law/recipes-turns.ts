import type { Reply } from 'opencode-testing'
import { expect } from 'vitest'
import { deferred } from '../opencode/deferred.ts'
import { cutTest, type Recipe, textUsage } from './recipe.ts'
import { U } from './recipe-client.ts'

const reasoner = { providerID: 'deepseek', modelID: 'deepseek-reasoner' }

/** Two prompts one after the other; older servers were sent another second one. */
export const plainText = (second: string): Recipe => ({
  script: [
    { text: 'Hello there from the fake model.', usage: textUsage },
    { text: 'Second answer.', usage: textUsage },
  ],
  async play({ mk, prompt, get }) {
    const session = await mk()
    await prompt(session, 'Say hello')
    await get(`/session/${session}`)
    await get(`/session/${session}/message`)
    await get('/session/status')
    await prompt(session, second)
  },
})

/** The recorded scenarios of whole turns, aborts and finish reasons (captures/RECIPES.md). */
export const turnRecipes: Readonly<Record<string, Recipe>> = {
  '01-plain-text': plainText('Second prompt in the same session'),
  '02-reasoning-then-text': {
    script: [
      {
        text: 'The answer is 42.',
        reasoning: 'I should think about the question carefully now.',
        usage: U(120, 40, 64, 25),
      },
    ],
    async play({ mk, prompt }) {
      const session = await mk({ title: 'preset title' })
      await prompt(session, 'Think', { model: reasoner })
    },
  },
  '06-prompt-async': {
    script: [],
    async play({ opencode, mk, promptAsync, idle, get }) {
      const model = deferred<Reply>()
      opencode.script(() => model.promise)
      const session = await mk({ title: 't6' })
      await promptAsync(session, 'Go async')
      await expect.poll(() => opencode.events.map(({ type }) => type)).toContain('session.status')
      await get('/session/status')
      model.resolve({ text: 'Async reply here.', usage: textUsage })
      await idle(session)
      await get('/session/status')
      await get(`/session/${session}/message`)
    },
  },
  '06c-noReply': {
    script: [],
    async play({ mk, prompt }) {
      const session = await mk({ title: 't6c' })
      await prompt(session, 'context only', { noReply: true })
    },
  },
  '07-abort-mid-stream': {
    script: [{ text: 'one two three four five six', delayChunk: 1, cut: { after: 2, how: 'hang' } }],
    async play({ opencode, mk, prompt, post, get }) {
      const session = await mk({ title: 't7' })
      const prompted = prompt(session, 'abort me')
      await expect.poll(() => opencode.events.filter(({ type }) => type === 'message.part.delta')).toHaveLength(2)
      await post(`/session/${session}/abort`)
      await prompted
      await get(`/session/${session}/message`)
      await get('/session/status')
    },
  },
  '07d-abort-idle-session': {
    script: [],
    async play({ mk, post }) {
      const session = await mk({ title: 't7d' })
      await post(`/session/${session}/abort`)
      await post('/session/ses_doesnotexist00000000000000/abort')
    },
  },
  '07f-client-disconnects-sync-prompt': {
    script: [],
    async play({ opencode, mk, prompt, idle, get }) {
      const model = deferred<Reply>()
      opencode.script(() => model.promise)
      const session = await mk({ title: 't7f' })
      const client = new AbortController()
      const prompted = prompt(session, 'drop me', {}, { signal: client.signal })
      await opencode.waitForPrompt(1)
      client.abort()
      await expect(prompted).rejects.toThrow('aborted')
      model.resolve({ text: 'one two three four five six', usage: textUsage, chunks: 6 })
      await idle(session)
      await get(`/session/${session}/message`)
    },
  },
  '08a-stream-destroyed-mid-text': cutTest('08a-stream-destroyed-mid-text', [
    { text: 'one two three four five six', cut: { after: 2, how: 'reset' } },
    { text: 'retry answer', usage: textUsage },
  ]),
  '08b-stream-ends-no-finish-no-done': cutTest('08b-stream-ends-no-finish-no-done', [
    { text: 'one two three four five six', cut: { after: 2, how: 'end' } },
    { text: 'second answer after no-finish', usage: textUsage },
  ]),
  '08c-stream-no-finish-with-done': cutTest('08c-stream-no-finish-with-done', [
    { text: 'one two three', omitFinish: true },
    { text: 'second', usage: textUsage },
  ]),
  '08f-connection-destroyed-before-headers': cutTest('08f-connection-destroyed-before-headers', [
    { refuse: true },
    { text: 'after connection reset', usage: textUsage },
  ]),
  '08h-error-chunk-in-stream': cutTest('08h-error-chunk-in-stream', [
    {
      text: 'one two',
      errorFrame: {
        error: { message: 'Server overloaded mid stream', type: 'server_error', param: null, code: 'internal_error' },
      },
    },
    { text: 'second', usage: textUsage },
  ]),
  '08d-finish-but-no-done': cutTest('08d-finish-but-no-done', [{ text: 'one two three', usage: textUsage }]),
  '08i-no-usage': cutTest('08i-no-usage', [{ text: 'no usage here', omitUsage: true }]),
  '08j-empty-completion': cutTest('08j-empty-completion', [{ usage: U(100, 0, 0) }]),
  '08m-usage-variants': {
    // The first usage spells its cache hits in a field that opencode does not read: to it there are none.
    script: [
      { text: 'only hit tokens', usage: U(100, 20, 0) },
      { text: 'usage inline', usage: textUsage },
    ],
    async play({ mk, prompt }) {
      const session = await mk({ title: 'u' })
      await prompt(session, 'a')
      await prompt(session, 'b')
    },
  },
  '10a-finish-length': cutTest('10a-finish-length', [{ text: 'truncated reply', finish: 'length', usage: textUsage }]),
  '10c-finish-insufficient-system-resource': cutTest('10c-finish-insufficient-system-resource', [
    { text: 'interrupted', finish: 'insufficient_system_resource', usage: textUsage },
    { text: 'second', usage: textUsage },
  ]),
  '10e-finish-toolcalls-no-calls': cutTest('10e-finish-toolcalls-no-calls', [
    { text: 'no calls', finish: 'tool_calls', usage: textUsage },
    { text: 'final', usage: textUsage },
  ]),
  '18-builtin-variant': {
    script: [{ text: 'v', usage: textUsage }],
    async play({ mk, prompt }) {
      const session = await mk({ title: 'variant' })
      await prompt(session, 'hello', { model: { providerID: 'deepseek', modelID: 'deepseek-flash' }, variant: 'high' })
    },
  },
}
