import { fakeOpencode, reasoning } from 'opencode-testing'
import { expect, test } from 'vitest'
import { courseOf, createSession, prompt, saidIn } from '../opencode/api.ts'

test('the default reply is OK', async () => {
  const opencode = fakeOpencode()
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun?.text).toBe('OK')
  expect(opencode.misses).toEqual([])
})

test.for<[form: string, reply: NonNullable<Parameters<typeof fakeOpencode>[0]>['reply'], text: string]>([
  ['a string', 'Always.', 'Always.'],
  ['a list of blocks', [reasoning('Hm.'), 'Always.'], 'Always.'],
  ['a turn', { text: 'Always.' }, 'Always.'],
  ["a function of the prompt's text", (promptText) => `You said ${promptText}`, 'You said hi\nthere'],
  ['an async function', async (promptText) => ({ text: promptText.toUpperCase() }), 'HI\nTHERE'],
  [
    'a function that gives a function of the request',
    (promptText) =>
      ({ model }) =>
        `${promptText} to ${model}`,
    'hi\nthere to fake-model',
  ],
])('answers what is not scripted with the default reply as %s, again and again', async ([, reply, text]) => {
  const opencode = fakeOpencode({ ...(reply !== undefined && { reply }) })
  const session = await createSession(opencode)
  const parts = [
    { type: 'text', text: 'hi' },
    { type: 'file', mime: 'text/plain', url: 'file:///x' },
    { type: 'text', text: 'there' },
  ]
  await prompt(opencode, session, '', { parts })
  await prompt(opencode, session, '', { parts })
  expect(saidIn(opencode, session)).toEqual([text, text])
})

test('a default reply that throws fails the turn, and a miss tells it', async () => {
  const opencode = fakeOpencode({
    reply: () => {
      throw new Error('broken test')
    },
  })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun?.error).toMatchObject({ message: 'broken test' })
  expect(opencode.misses).toHaveLength(1)
})

test('answers beyond the script with OK, and counts a miss for each', async () => {
  const opencode = fakeOpencode({ script: ['one'] })
  const session = await createSession(opencode)
  for (const text of ['a', 'b', 'c']) await prompt(opencode, session, text)
  expect(saidIn(opencode, session)).toEqual(['one', 'OK', 'OK'])
  expect(opencode.misses.map(({ kind, message }) => [kind, message])).toEqual([
    [
      'script',
      `a round-trip of session ${session} was not scripted (prompt 'b', attempt 1); add a reply to the script, or set \`reply\``,
    ],
    [
      'script',
      `a round-trip of session ${session} was not scripted (prompt 'c', attempt 1); add a reply to the script, or set \`reply\``,
    ],
  ])
})

test('an answer beyond the script is no miss where the test chose the default reply', async () => {
  const opencode = fakeOpencode({ script: ['one'], reply: 'more' })
  const session = await createSession(opencode)
  for (const text of ['a', 'b']) await prompt(opencode, session, text)
  expect(saidIn(opencode, session)).toEqual(['one', 'more'])
  expect(opencode.misses).toEqual([])
})

test("`exhausted: 'error'` fails a round-trip beyond the script with a 400 that no client retries", async () => {
  const opencode = fakeOpencode({ script: ['one'], exhausted: 'error' })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'a')
  await prompt(opencode, session, 'b')
  expect(opencode.lastRun).toHaveOutcome('failed')
  expect(opencode.lastRun?.error).toMatchObject({
    name: 'APIError',
    status: 400,
    message: `no reply is left in the script: a round-trip of session ${session} was not scripted (prompt 'b', attempt 1)`,
  })
  expect(courseOf(opencode.events).filter((step) => step.startsWith('retry'))).toEqual([])
  expect(opencode.misses).toHaveLength(1)
})

test("`exhausted: 'error'` goes before a default reply that the test chose", async () => {
  const opencode = fakeOpencode({ script: [], reply: 'more', exhausted: 'error' })
  await prompt(opencode, await createSession(opencode), 'a')
  expect(opencode.lastRun).toHaveOutcome('failed')
})

test('fails a prompt that takes more than 50 round-trips, and says so', async () => {
  const opencode = fakeOpencode({ reply: { text: 'again', finish: 'tool_calls' } })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect(saidIn(opencode, session).filter((text) => text === 'again')).toHaveLength(50)
  expect(opencode.lastRun).toHaveOutcome('failed')
  expect(opencode.lastRun?.error?.message).toMatch(/^the script asked for more than 50 round-trips in one prompt/)
  expect(opencode.misses.map(({ message }) => message)).toEqual([opencode.lastRun?.error?.message])
})
