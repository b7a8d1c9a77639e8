// CommonJS, without a network: the fake is reached by its own `fetch`. Prints what the fake answered.
const { expect } = require('expect')
const { fakeOpencode, RunResult } = require('opencode-testing')
const matchers = require('opencode-testing/matchers')

expect.extend(matchers)

async function main() {
  const opencode = fakeOpencode({ script: ['Hello there.'] })
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await opencode.fetch(`${opencode.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return answer.json()
  }
  const session = await post('/session', {})
  const answer = await post(`/session/${session.id}/message`, { parts: [{ type: 'text', text: 'Say hello' }] })
  expect(opencode).toHaveSentPrompt('Say hello')
  expect(answer).toHaveOutcome('succeeded')
  expect(opencode.lastRun).toBeInstanceOf(RunResult)
  console.log(RunResult.from(answer).text)
  await opencode.close()
}

main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
