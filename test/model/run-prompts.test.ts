import { expect, test } from 'vitest'
import { promptsOfRun } from '../../src/model/run-prompts.ts'
import { RunResult } from '../../src/model/run-result.ts'
import { readCapture } from '../fixtures/read-capture.ts'
import { userMessage } from './messages.ts'

test('gives the prompts that the user sent, and not what opencode wrote in their name', () => {
  expect(promptsOfRun(RunResult.from(readCapture('09c-http-400-context-length').sse))).toEqual([
    {
      text: 'err test',
      sessionID: 'ses_dd30a90f6ffe5YjRP671hFNgKi',
      promptID: 'msg_22cf56f6c001T6nbwVhSO2abHM',
      agent: 'build',
      model: { providerID: 'deepseek', modelID: 'deepseek-chat' },
    },
  ])
})

test('joins the text parts of a prompt, and leaves out what opencode added to them', () => {
  const parts = [
    { type: 'text', text: 'Read this' },
    { type: 'text', text: 'Called the Read tool', synthetic: true },
    { type: 'file', mime: 'text/plain', url: 'file:///a.txt' },
    { type: 'text', text: 'and that' },
  ]
  const [prompt] = promptsOfRun(new RunResult({ session: null, messages: [userMessage('', {}, parts)] }))
  expect(prompt?.text).toBe('Read this\nand that')
})
