import { attachHuman, FakeHuman, fakeDeepSeek, runPrompt, toolCall } from 'opencode-testing'
import { startOpencode } from 'opencode-testing/server'
import { expect, test } from 'vitest'

const bin = process.env['OPENCODE_BIN'] ?? ''

const option = (label: string): object => ({ label, description: label })
const question = { question: 'Which colour?', header: 'Colour', options: [option('Red'), option('Blue')] }

test.for(['v1', 'preview'] as const)('a fake human answers what a real server asks, through %s', async (api) => {
  const deepseek = fakeDeepSeek([
    // With a thought: DeepSeek wants it back, and the preview sends none where there was none.
    { reasoning: 'Say it.', toolCalls: [toolCall('bash', { command: 'echo one', description: 'Says one' })] },
    { reasoning: 'Ask.', toolCalls: [toolCall('question', { questions: [question] })] },
    'Done.',
  ])
  const opencode = await startOpencode({ deepseek, bin, config: { permission: { bash: 'ask' } } })
  const human = new FakeHuman(['yes', 'Blue'])
  const detach = await attachHuman(opencode.url, human, { api })
  const run = await runPrompt(opencode.url, 'Say one', { api, timeout: 60_000 })
  await detach()
  expect(run).toHaveText('Done.')
  expect(run.toolCalls).toMatchObject([
    { name: 'bash', status: 'completed', output: expect.stringContaining('one') },
    { name: 'question', status: 'completed', output: expect.stringContaining('Blue') },
  ])
  expect(human.questions).toEqual(['Allow bash: echo one?', 'Which colour?'])
  expect(deepseek).toHaveSentToolResult('question', expect.stringContaining('Blue'))
})

test('a refusal with words lets a real server go on, one without ends its turn', async () => {
  const call = { toolCalls: [toolCall('bash', { command: 'echo one', description: 'Says one' })] }
  const opencode = await startOpencode({
    deepseek: fakeDeepSeek([call, 'As you wish.', call]),
    bin,
    config: { permission: { bash: 'ask' } },
  })
  const detach = await attachHuman(opencode.url, new FakeHuman([{ reject: 'not today' }, 'no']))
  expect(await runPrompt(opencode.url, 'Say one', { timeout: 60_000 })).toHaveText('As you wish.')
  expect(await runPrompt(opencode.url, 'Say one', { timeout: 60_000 })).toHaveOutcome('interrupted')
  await detach()
})
