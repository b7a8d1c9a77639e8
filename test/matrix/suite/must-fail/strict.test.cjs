// These must fail; the runner of the matrix looks at what they say.
const { configure, fakeOpencode, runPrompt } = require('opencode-testing')

test('must fail: replies are left in strict mode', () => {
  configure({ strict: true })
  fakeOpencode({ script: ['Never asked for.'] })
})

test('must fail: a matcher', async () => {
  configure({ strict: false })
  expect(await runPrompt(fakeOpencode(), 'Say hello')).toHaveOutcome('failed')
})
