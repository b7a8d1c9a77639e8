import { fakeOpencode, httpError, type OpencodeOptions, runPrompt, toolCall, turn } from 'opencode-testing'
import { expect, test } from 'vitest'

const rm = toolCall('bash', { command: 'rm notes.txt' })
const question = toolCall('question', { questions: [{ question: 'Which colour?', header: 'Colour', options: [] }] })
const task = toolCall('task', { description: 'Tidy', prompt: 'Tidy up', subagent_type: 'general' })

type Case = readonly [what: string, options: OpencodeOptions, message: string | RegExp]

const cases: readonly Case[] = [
  ['a permission', { permissions: { bash: 'ask' }, script: [[rm]] }, 'an answer to the permission "bash rm notes.txt"'],
  ['a question', { script: [[question]] }, /an answer to the question ".*Which colour\?"/],
  [
    'a model that stalls',
    { script: [turn({ text: 'Hi', cut: 'hang' })] },
    /; the last event of the session was [\w.]+/,
  ],
]

const versions = ['1.18', '2.0'] as const

test.for(versions.flatMap((version) => cases.map((one) => [one[0], version, one] as const)))(
  'a timeout names %s that the run waits for, on %s',
  async ([, version, [, options, message]]) => {
    const opencode = fakeOpencode({ ...options, version })
    await expect(runPrompt(opencode, 'Go', { timeout: 200 })).rejects.toThrow(message)
  },
)

test.for([
  ['1.18', 'it waits for a retry: attempt 1 failed with "Too busy"'],
  ['2.0', /it waits for a retry: attempt 1 failed with ".*Too busy.*"/],
] as const)('a timeout names the retry that the run waits for, on %s', async ([version, message]) => {
  const opencode = fakeOpencode({ version, script: [httpError(503, 'Too busy')] })
  await expect(runPrompt(opencode, 'Go', { timeout: 200 })).rejects.toThrow(message)
})

test('a timeout names what a sub-agent asks', async () => {
  const opencode = fakeOpencode({ permissions: { bash: 'ask' }, script: [[task], [rm]] })
  const failure = runPrompt(opencode, 'Go', { timeout: 300 })
  await expect(failure).rejects.toThrow(/an answer to the permission "bash rm notes.txt" of session ses_\w+;/)
})

test('what was answered is waited for no more', async () => {
  const opencode = fakeOpencode({ permissions: { bash: 'ask' }, script: [[rm], turn({ text: 'Hi', cut: 'hang' })] })
  const failure = runPrompt(opencode, 'Go', { timeout: 500 })
  await expect.poll(() => opencode.events.find(({ type }) => type === 'permission.asked')).toBeDefined()
  const asked = opencode.events.find(({ type }) => type === 'permission.asked')
  const { id } = Object(asked?.properties)
  const init = { method: 'POST', body: '{"reply":"once"}', headers: { 'content-type': 'application/json' } }
  await fetch(`${opencode.url}/permission/${String(id)}/reply`, init)
  await expect(failure).rejects.toThrow(/; the last event of the session was [\w.]+$/)
})
