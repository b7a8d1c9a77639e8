// These must fail; the runner of the matrix looks at what they say.
const { attachHuman, configure, FakeHuman, fakeOpencode, runPrompt, toolCall } = require('opencode-testing')

test('must fail: replies are left in strict mode', () => {
  configure({ strict: true })
  fakeOpencode({ script: ['Never asked for.'] })
})

test('must fail: a matcher', async () => {
  configure({ strict: false })
  expect(await runPrompt(fakeOpencode(), 'Say hello')).toHaveOutcome('failed')
})

test('must fail: an attached human without an answer', async () => {
  const opencode = fakeOpencode({ permissions: { bash: 'ask' }, script: [[toolCall('bash', { command: 'ls' })]] })
  await attachHuman(opencode, new FakeHuman([]))
  await runPrompt(opencode, 'List the files')
})
