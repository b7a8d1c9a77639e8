import { FakeHuman, InvalidOptionError, ScriptExhaustedError } from 'opencode-testing'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { z } from 'zod'

test('a FakeHuman answers one question after the other', async () => {
  const human = new FakeHuman(['Oslo', 'Bergen'])
  expect(await human.ask('From where?')).toBe('Oslo')
  expect(human.remaining).toBe(1)
  expect(await human.ask('To where?', String)).toBe('Bergen')
  expect(human.questions).toEqual(['From where?', 'To where?'])
  expect(human.remaining).toBe(0)
  expect(human.skipped).toBe(0)
})

test.each([
  { given: 'Oslo', returns: String, answer: 'Oslo' },
  { given: ' Oslo ', returns: String, answer: ' Oslo ' },
  { given: 3, returns: String, answer: '3' },
  { given: true, returns: String, answer: 'true' },
  { given: '3', returns: Number, answer: 3 },
  { given: ' 3 ', returns: Number, answer: 3 },
  { given: 3.5, returns: Number, answer: 3.5 },
  { given: 'yes', returns: Boolean, answer: true },
  { given: 'Y', returns: Boolean, answer: true },
  { given: ' True ', returns: Boolean, answer: true },
  { given: true, returns: Boolean, answer: true },
  { given: 'No', returns: Boolean, answer: false },
  { given: 'n', returns: Boolean, answer: false },
  { given: 'FALSE', returns: Boolean, answer: false },
  { given: false, returns: Boolean, answer: false },
  { given: 'blue', returns: ['red', 'blue'], answer: 'blue' },
  { given: ' red ', returns: ['red', 'blue'], answer: 'red' },
  { given: '2', returns: [1, 2], answer: 2 },
])('$given is an answer to $returns: $answer', async ({ given, returns, answer }) => {
  const human = new FakeHuman([given])
  expect(await human.ask('?', returns)).toBe(answer)
  expect(human.skipped).toBe(0)
})

test.each([
  { given: '', returns: String },
  { given: undefined, returns: String },
  { given: { city: 'Oslo' }, returns: String },
  { given: '', returns: Number },
  { given: '  ', returns: Number },
  { given: 'three', returns: Number },
  { given: Number.NaN, returns: Number },
  { given: 'Infinity', returns: Number },
  { given: true, returns: Number },
  { given: null, returns: Number },
  { given: 'maybe', returns: Boolean },
  { given: 1, returns: Boolean },
  { given: '', returns: Boolean },
  { given: 'green', returns: ['red', 'blue'] },
  { given: '', returns: ['', 'blue'].slice(1) },
])('$given is no answer to $returns, and is skipped', async ({ given, returns }) => {
  const human = new FakeHuman([given])
  await expect(human.ask('?', returns)).rejects.toThrow(ScriptExhaustedError)
  expect(human.skipped).toBe(1)
  expect(human.questions).toEqual(['?'])
})

test('an answer that does not fit is skipped, and the question counts once', async () => {
  const human = new FakeHuman(['maybe', 'later', 'yes', 'no'])
  expect(await human.ask('Delete it?', Boolean)).toBe(true)
  expect(human.questions).toEqual(['Delete it?'])
  expect(human.skipped).toBe(2)
  expect(human.remaining).toBe(1)
})

test('a question for which no answer is left is counted, and its error has the text', async () => {
  const human = new FakeHuman(['maybe'])
  const error: unknown = await human.ask('Delete notes.txt?', Boolean).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ScriptExhaustedError)
  expect(error).toMatchObject({
    asked: 'Delete notes.txt?',
    length: 1,
    message:
      'FakeHuman: no answer is left for "Delete notes.txt?" (1 answer given, 1 of them skipped as they did not fit what was asked); add one to new FakeHuman([…]), or with answer(…)',
  })
  expect(human.questions).toEqual(['Delete notes.txt?'])
})

test('answer() adds answers behind those that are left', async () => {
  const human = new FakeHuman(['one'])
  human.answer('two', 'three')
  expect(await Promise.all([human.ask('1?'), human.ask('2?'), human.ask('3?')])).toEqual(['one', 'two', 'three'])
})

test('concurrent questions wait for each other', async () => {
  const slow = z.string().refine(async (text) => {
    await Promise.resolve()
    return text !== 'wrong'
  })
  const human = new FakeHuman(['wrong', 'right', 'next'])
  expect(await Promise.all([human.ask('First?', slow), human.ask('Second?')])).toEqual(['right', 'next'])
  expect(human.questions).toEqual(['First?', 'Second?'])
})

test('an exhausted question does not stop a later one', async () => {
  const human = new FakeHuman()
  await expect(human.ask('First?')).rejects.toThrow('First?')
  human.answer('yes')
  expect(await human.ask('Second?', Boolean)).toBe(true)
})

const shapes = {
  zod: z.object({ city: z.string(), days: z.coerce.number() }),
  valibot: v.object({ city: v.string(), days: v.pipe(v.unknown(), v.transform(Number)) }),
}

test.each(['zod', 'valibot'] as const)('a schema of %s decides what fits, and converts it', async (library) => {
  const human = new FakeHuman([{ city: 7 }, { city: 'Oslo', days: '3' }])
  expect(await human.ask('Where, and how long?', shapes[library])).toEqual({ city: 'Oslo', days: 3 })
  expect(human.skipped).toBe(1)
})

test.each([
  { library: 'zod', schema: z.string().refine(async (text) => text.startsWith('O')) },
  {
    library: 'valibot',
    schema: v.pipeAsync(
      v.string(),
      v.checkAsync(async (text) => text.startsWith('O')),
    ),
  },
])('a schema of $library may answer later', async ({ schema }) => {
  const human = new FakeHuman(['Bergen', 'Oslo'])
  expect(await human.ask('Where?', schema)).toBe('Oslo')
})

test('what a schema throws rejects the question', async () => {
  const schema = z.string().transform(() => {
    throw new Error('no database')
  })
  await expect(new FakeHuman(['x']).ask('Where?', schema)).rejects.toThrow('no database')
})

test.each([Date, [], 'String', null])('a returns that says nothing rejects: %s', async (returns) => {
  const human = new FakeHuman(['x'])
  const loose: { ask(prompt: unknown, returns: unknown): Promise<unknown> } = human
  await expect(loose.ask('?', returns)).rejects.toThrow(
    'ask(returns): expected String, Number, Boolean, a list of choices or a Standard Schema',
  )
  await expect(loose.ask(7, String)).rejects.toThrow(InvalidOptionError)
  expect(human.questions).toEqual([])
  expect(human.remaining).toBe(1)
})

test.each(['yes', 7, null])('answers that are no list throw: %s', (answers) => {
  expect(() => Reflect.construct(FakeHuman, [answers])).toThrow('answers: expected a list of answers')
})
