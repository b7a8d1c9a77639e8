const { fakeOpencode, httpError, runPrompt } = require('opencode-testing')

let opencode
beforeEach(() => {
  opencode = fakeOpencode() // closed after the test
})

test('reports a failed run', async () => {
  opencode.script(httpError(401, 'Authentication Fails'))
  await runPrompt('http://localhost:4096', 'Fix the login bug') // or your code
  expect(opencode).toHaveSentPrompt('Fix the login bug')
  expect(opencode.lastRun).toHaveFailedWith({ status: 401 })
})
