import {
  attachHuman,
  FakeHuman,
  type FakeOpencode,
  fakeOpencode,
  type OpencodeOptions,
  runPrompt,
  toolCall,
} from 'opencode-testing'
import { expect, test } from 'vitest'

const rm = toolCall('bash', { command: 'rm notes.txt' }, 'gone')

const question = (...labels: readonly string[]): object => ({
  question: `${labels.join(' or ')}?`,
  header: 'Choice',
  options: labels.map((label) => ({ label, description: label })),
})

const questions = toolCall('question', { questions: [question('Red', 'Blue'), question('Large', 'Small')] })

const apis = ['v1', 'preview', '2'] as const
type Api = (typeof apis)[number]

const open = (api: Api, options: OpencodeOptions): FakeOpencode =>
  fakeOpencode({ ...options, ...(api === '2' && { version: '2.0' }) })

/** Who answers: a person attached over HTTP, or the fake's own. */
const ways = ['attached', 'own'] as const

const table = apis.flatMap((api) => ways.map((way) => [api, way] as const))

/** Opens a fake whose questions a person answers in this way, and runs one prompt. */
async function answered(api: Api, way: (typeof ways)[number], answers: readonly unknown[], options: OpencodeOptions) {
  const human = new FakeHuman(answers)
  const opencode = open(api, { ...options, ...(way === 'own' && { human }) })
  const detach = way === 'attached' ? await attachHuman(opencode, human, { api }) : undefined
  const run = await runPrompt(opencode, 'Tidy up', { api })
  const fault: unknown = await detach?.().catch((error: unknown) => error)
  return { human, opencode, run, fault }
}

test.for(table)('a permission is given through %s by an %s human', async ([api, way]) => {
  const options = { permissions: { bash: 'ask' }, script: [[rm], 'Done.'] } as const
  const { human, opencode, run, fault } = await answered(api, way, ['once'], options)
  expect(fault).toBeUndefined()
  expect(run).toHaveOutcome('succeeded')
  expect(run).toHaveText('Done.')
  expect(run.toolCalls).toMatchObject([{ name: 'bash', status: 'completed' }])
  expect(human).toHaveAsked('rm notes.txt')
  expect(human.remaining).toBe(0)
  expect(opencode).toHaveAskedPermission('bash')
  expect(opencode.misses).toEqual([])
  expect(opencode.openStreams).toBe(0)
})

test.for(table)('a permission is refused for good through %s by an %s human', async ([api, way]) => {
  const options = { permissions: { bash: 'ask' }, script: [[rm], 'Never said.'] } as const
  const { opencode, run } = await answered(api, way, [false], options)
  expect(run).toHaveOutcome('interrupted')
  expect(opencode.remaining).toBe(1)
})

test.for(table)('a permission that is refused with a reason goes on, through %s by an %s human', async ([api, way]) => {
  const options = { permissions: { bash: 'ask' }, script: [[rm], 'All right.'] } as const
  const { run } = await answered(api, way, [{ reject: 'Keep it' }], options)
  expect(run).toHaveOutcome('succeeded')
  expect(run).toHaveText('All right.')
  expect(run.toolCalls).toMatchObject([{ name: 'bash', status: 'error' }])
})

test.for(table)('questions are answered through %s by an %s human', async ([api, way]) => {
  const answers = ['Red', ['Small']]
  const { human, opencode, run, fault } = await answered(api, way, answers, { script: [[questions], 'Done.'] })
  expect(fault).toBeUndefined()
  expect(run).toHaveText('Done.')
  expect(run.toolCalls).toMatchObject([{ name: 'question', status: 'completed' }])
  expect(run.toolCalls[0]?.output).toContain('Red')
  expect(run.toolCalls[0]?.output).toContain('Small')
  expect(human.questions).toEqual(['Red or Blue?', 'Large or Small?'])
  expect(opencode.misses).toEqual([])
})

test.for(table)('questions are answered all at once through %s by an %s human', async ([api, way]) => {
  const answers = [[['Blue'], ['Gigantic']]]
  const { human, run } = await answered(api, way, answers, { script: [[questions], 'Done.'] })
  expect(run).toHaveText('Done.')
  expect(run.toolCalls[0]?.output).toContain('Gigantic')
  expect(human.questions).toEqual(['Red or Blue?', 'Large or Small?'])
})

test.for(table)('questions are dismissed through %s by an %s human', async ([api, way]) => {
  const { run } = await answered(api, way, [undefined], { script: [[questions], 'Never said.'] })
  expect(run).toHaveOutcome('interrupted')
})

test.for(apis)("a fake's own human without an answer refuses, and says so in the misses, through %s", async (api) => {
  const options = { permissions: { bash: 'ask' }, script: [[rm], 'All right.'] } as const
  const { opencode, run } = await answered(api, 'own', [], options)
  expect(run.toolCalls).toMatchObject([{ name: 'bash', status: 'error' }])
  expect(opencode.misses).toMatchObject([
    { message: expect.stringContaining('no answer is left for "Allow bash: rm notes.txt?"') },
  ])
})

test.for(apis)(
  'an attached human without an answer makes detaching reject with the question, through %s',
  async (api) => {
    const options = { permissions: { bash: 'ask' }, script: [[rm], 'Never said.'] } as const
    const { fault } = await answered(api, 'attached', [], options)
    expect(fault).toMatchObject({ name: 'ScriptExhaustedError', asked: 'Allow bash: rm notes.txt?' })
  },
)

test('a human attached to a URL of 2.x speaks 2.x', async () => {
  const opencode = open('2', { permissions: { bash: 'ask' }, script: [[rm], 'Done.'] })
  const detach = await attachHuman(opencode.url, new FakeHuman(['yes']))
  expect(await runPrompt(opencode.url, 'Tidy up')).toHaveText('Done.')
  await detach()
})
