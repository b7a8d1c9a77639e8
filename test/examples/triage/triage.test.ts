import { fakeOpencode, httpError, reasoning, turn } from 'opencode-testing'
import { test } from 'opencode-testing/vitest'
import { expect } from 'vitest'
import { triage } from './triage.ts'

test('x', async ({ opencode }) => {
  opencode.script([reasoning('Login fails, so it is a bug.'), 'It looks broken.\nlabel: bug'])
  const heard: string[] = []
  const report = await triage('Fix the login bug', { onText: (text) => heard.push(text) })
  console.log(report, heard)
  console.log(String(opencode.lastRun))
})
test('401', async ({ opencode }) => {
  opencode.script(httpError(401, 'Authentication Fails'))
  console.log(await triage('Fix the login bug'))
  console.log(String(opencode.lastRun))
  expect(opencode).toHaveOutcome('failed')
})
test('500 create', async ({ opencode }) => {
  opencode.fail('POST', '/session')
  console.log(await triage('Fix the login bug'))
  opencode.fail('POST', '/session', { error: new Error('nope') })
  console.log(await triage('Fix the login bug'))
  opencode.fail('GET', '/event', { status: 503 })
  console.log(await triage('Fix the login bug'))
  opencode.fail('POST', /.*prompt_async/, { status: 503, body: { name: 'X', data: {message: 'hey'}} })
  console.log(await triage('Fix the login bug'))
  console.log(await triage('Fix the login bug', { sessionID: 'ses_lost' }))
  console.log(await triage('Fix the login bug', { agent: 'nope' }))
  console.log(String(opencode.lastRun))
  console.log(opencode.misses)
})
test('hang', async ({ opencode }) => {
  opencode.script(turn({ text: 'It looks broken, but', cut: 'hang' }))
  console.log(await triage('Fix the login bug', { timeout: 100 }))
  console.log(String(opencode.lastRun))
  expect(opencode).toHaveOutcome('interrupted')
})
test('nobody', async () => {
  console.log(await triage('Fix the login bug', { timeout: 100 }))
  console.log(await triage('Fix the login bug', { timeout: 100, baseUrl: 'http://localhost:1' }))
})
