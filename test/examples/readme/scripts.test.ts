import { fakeOpencode, httpError, reasoning, runPrompt, turn } from 'opencode-testing'
import { expect, test } from 'vitest'

test('plays one reply for one round-trip to the model', async () => {
  const opencode = fakeOpencode({
    script: [
      'A text.',
      [reasoning('First a thought,'), 'then a text.'],
      turn({ text: 'A turn, spelled out', finish: 'length', usage: { prompt: 1000, completion: 200 } }),
      httpError(401, 'Authentication Fails'),
      ({ messages }) => `You said: ${messages.at(-1)?.content}`,
    ],
  })
  const ask = async (prompt: string): Promise<string> => (await runPrompt(opencode, prompt)).text
  expect(await ask('one')).toBe('A text.')
  expect(await ask('two')).toBe('then a text.')
  expect(opencode.lastRun?.reasoning).toBe('First a thought,')
  expect(await ask('three')).toBe('A turn, spelled out')
  expect(opencode.lastRun).toEndTurnWith('length')
  expect(opencode.lastRun?.tokens).toMatchObject({ input: 1000, output: 200 })
  expect(await ask('four')).toBe('')
  expect(opencode.lastRun).toHaveOutcome('failed')
  expect(await ask('five')).toBe('You said: five')
  expect(opencode.misses).toEqual([])
})

test('takes a turn whose `when` holds before the others', async () => {
  const opencode = fakeOpencode({
    script: [
      'label: bug',
      turn({ when: ({ messages }) => messages.at(-1)?.content.endsWith('?') ?? false, text: 'label: question' }),
    ],
  })
  expect((await runPrompt(opencode, 'Is this a bug?')).text).toBe('label: question')
  expect((await runPrompt(opencode, 'Nobody can log in')).text).toBe('label: bug')
})

test('counts a round-trip beyond the script as a miss', async () => {
  const opencode = fakeOpencode({ script: ['label: bug'] })
  await runPrompt(opencode, 'Nobody can log in')
  await runPrompt(opencode, 'Is this a bug?')
  expect(opencode.misses).toMatchObject([{ kind: 'script', message: expect.stringContaining('Is this a bug?') }])
})

test('reads a list as the blocks of one reply', async () => {
  const opencode = fakeOpencode()
  opencode.script(['one reply, ', 'in two blocks'])
  expect(opencode.remaining).toBe(1)
  expect((await runPrompt(opencode, 'Go')).text).toBe('one reply, in two blocks')
})

test('plays each field of a turn', async () => {
  const opencode = fakeOpencode({ retryDelay: 'none' })
  opencode.script(
    turn({
      reasoning: 'a b c d',
      text: 'one two',
      chunks: ['one ', 'two'],
      delayBeforeHeaders: 1,
      delayFirst: 1,
      delayChunk: 1,
      omitUsage: true,
    }),
  )
  const run = await runPrompt(opencode, 'Go')
  expect(run).toMatchObject({ reasoning: 'a b c d', text: 'one two', cost: 0, tokens: { total: 0 } })
  const deltas = run.events.filter(({ type }) => type === 'message.part.delta')
  expect(deltas).toMatchObject(['a b ', 'c d', 'one ', 'two'].map((delta) => ({ properties: { delta } })))
  opencode.script(turn({ status: 418, headers: { 'retry-after': '1' }, body: { error: { message: 'No coffee' } } }))
  expect((await runPrompt(opencode, 'Go')).error).toMatchObject({ status: 418, message: 'No coffee' })
})
