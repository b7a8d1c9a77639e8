import { test } from 'opencode-testing/vitest'
import { expect } from 'vitest'
import { triage } from './triage.ts'

test('reports the label', async ({ opencode }) => {
  opencode.script('Nobody can log in.\nlabel: bug')
  expect(await triage('Fix the login bug')).toMatchObject({ label: 'bug' })
})

// Side by side every test gets an origin of its own: tell your code.
test.concurrent('reports a question', async ({ opencode }) => {
  opencode.script('label: question')
  expect(await triage('Is this a bug?', { baseUrl: opencode.url })).toMatchObject({ label: 'question' })
})

const impatient = test.extend({ opencodeOptions: { retryDelay: 'none' } })

impatient('gives up after six requests', async ({ opencode }) => {
  opencode.script({ status: 503, repeat: 6 })
  expect(await triage('Fix the login bug')).toMatchObject({ failure: { kind: 'agent' } })
  expect(opencode.remaining).toBe(0)
})
