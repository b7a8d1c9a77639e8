import { readFile } from 'node:fs/promises'
import { RunResult } from 'opencode-testing'
import { expect, test } from 'vitest'
import { RunLog } from './run-log.ts'

// The program's own reader of events against `RunResult`, on what a real server sent.
test.each([
  '02-reasoning-then-text',
  '03-tool-bash-then-text',
  '03e-task-subagent',
  '07-abort-mid-stream',
  '08a-stream-destroyed-mid-text',
  '09a-http-401',
  '09c-http-400-context-length',
  '10a-finish-length',
])('reads %s to its end', async (name) => {
  const recording = await readFile(`test/fixtures/captures/1.18.33/${name}.json`, 'utf8')
  const { sse } = JSON.parse(recording)
  const run = RunResult.from(sse)
  const log = new RunLog(run.messages[0]?.info?.sessionID ?? '')
  for (const event of sse) {
    // Nothing of the run may be left out because the log has taken it for ended.
    if (event.type === 'message.updated' && event.properties.info.role === 'assistant') expect(log.ended).toBe(false)
    log.take(event)
  }
  expect(log.ended).toBe(true)
  expect(log.text).toBe(run.text)
  expect(log.cost).toBeCloseTo(run.cost, 9)
  expect(log.tokens).toMatchObject({ input: run.tokens.input, output: run.tokens.output })
  expect(log.error?.name).toBe(run.error?.name)
})

test('ends with a prompt that the server refuses, which never idles', async () => {
  const { sse } = JSON.parse(await readFile('test/fixtures/captures/1.18.33/14b-wrong-agent.json', 'utf8'))
  const log = new RunLog(sse[1].properties.sessionID)
  for (const event of sse) log.take(event)
  expect(log.ended).toBe(true)
  expect(log.error).toMatchObject({ data: { message: expect.stringContaining('Agent not found') } })
})
