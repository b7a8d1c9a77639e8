import { expect, test } from 'vitest'
import { RunResult } from '../../src/model/run-result.ts'
import { readCapture, readPreviewCapture } from '../fixtures/read-capture.ts'
import { continued } from '../fixtures/v2/more-runs.ts'
import { flatPrompt, idleMark } from './flat-messages.ts'
import { assistantMessage, toolPart, userMessage } from './messages.ts'

test('prints a run with a tool call as a conversation', () => {
  const run = RunResult.from(readCapture('03-tool-bash-then-text').sse)
  expect(String(run)).toBe(
    `
run of session ses_dd30d75efffe1NlNQFWuKFaLX2: succeeded
  prompt     Run echo
  text       Let me run it.
  tool       bash {"command":"echo hi-from-tool","description":"Echo a string"}
             completed: hi-from-tool
  finish     tool-calls
  text       The tool printed hi-from-tool.
  finish     stop
  cost       0.000060872 USD
  tokens     542: input 116, output 42, reasoning 0, cache read 384, cache write 0
`.trim(),
  )
})

test('prints what a run failed with', () => {
  const run = RunResult.from(readCapture('09a-http-401').sse)
  expect(String(run)).toBe(
    `
run of session ses_dd30a9f98ffedAxF34kgBjYqO6: failed
  prompt     err test
  error      APIError 401: Authentication Fails (auth header format should be Bearer sk-...)
  cost       0 USD
  tokens     0
`.trim(),
  )
})

test('prints the error of a session that has no answer', () => {
  const run = RunResult.from(readCapture('14d-wrong-provider-async').sse)
  expect(String(run)).toBe(
    `
run of session ses_dd30868bbffeiJ5xqf0MhXJe5O: failed
  prompt     x
  error      UnknownError: Model not found: nope/nope. Did you mean: standardcompute?
  cost       0 USD
  tokens     0
`.trim(),
  )
})

test('prints what opencode wrote in the name of the user apart from the prompts', () => {
  const lines = String(RunResult.from(readCapture('09c-http-400-context-length').sse)).split('\n')
  expect(lines.slice(0, 5)).toEqual([
    'run of session ses_dd30a90f6ffe5YjRP671hFNgKi: succeeded',
    '  prompt     err test',
    '  finish     none',
    '  opencode   [compaction]',
    '  text       summary?',
  ])
})

test('prints a run of the preview API as one of 1.x', () => {
  const run = RunResult.from(readPreviewCapture('05-failing-tool').sse['/api/event'])
  expect(String(run)).toBe(
    `
run of session ses_dd3016c89ffeFmThb7CnXfOnwe: failed
  prompt     Fail
  tool       read {"path":"missing.txt"}
             error: Unable to read missing.txt
  finish     tool-calls
  tool       nosuchtool {"a":1}
             error: Unknown tool: nosuchtool
  finish     tool-calls
  tool       read "{\\"path\\": "
             pending
  error      unknown: Invalid JSON input for openai-chat tool call read
  cost       0 USD
  tokens     240: input 72, output 40, reasoning 0, cache read 128, cache write 0
`.trim(),
  )
})

test('prints a run of 2.x as one of 1.x', () => {
  expect(String(RunResult.from(continued.events))).toBe(
    `
run of session ses_a: succeeded
  prompt     Count
  text       one two
  error      provider.transport: The stream was cut
  opencode   Continue.
  text       three
  finish     stop
  cost       0.000020272 USD
  tokens     240: input 72, output 40, reasoning 0, cache read 128, cache write 0
`.trim(),
  )
})

test('prints the error of a mark where no step has one', () => {
  const mark = idleMark({ outcome: 'failed', error: { type: 'provider.no-route', message: 'Model unavailable' } })
  const lines = String(new RunResult({ session: null, messages: [flatPrompt('Hi'), mark] })).split('\n')
  expect(lines.slice(0, 3)).toEqual([
    'run: failed',
    '  prompt     Hi',
    '  error      provider.no-route: Model unavailable',
  ])
})

test('prints what opencode noted during a run', () => {
  const noted = {
    id: 'msg_2',
    time: { created: 12 },
    type: 'compaction',
    status: 'completed',
    summary: 'So far.',
  } as const
  const switched = { id: 'msg_3', time: { created: 13 }, type: 'location-switched', location: {} } as const
  const lines = String(new RunResult({ session: null, messages: [flatPrompt('Hi'), noted, switched] })).split('\n')
  expect(lines.slice(2, 4)).toEqual(['  opencode   [compaction] So far.', '  opencode   [location-switched]'])
})

test('prints an empty run', () => {
  expect(String(new RunResult({ session: null }))).toBe(
    'run: null, it has not ended or nothing tells how\n  cost       0 USD\n  tokens     0',
  )
})

test('cuts the reasoning short and the middle out of long values', () => {
  const thought = `first ${'think '.repeat(100)}last`
  const parts = [
    { type: 'reasoning', text: thought },
    { type: 'text', text: Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join('\n') },
  ]
  const text = String(new RunResult({ session: null, messages: [assistantMessage({}, parts)] }))
  expect(text).toMatch(/^ {2}reasoning {2}first think think .* … .*think last$/m)
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(180)
  expect(text).toContain(
    '  text       line 1\n             line 2\n             line 3\n             line 4\n             … 25 lines …\n             line 30\n',
  )
})

test('stays within 40 lines, and keeps the prompt and the end', () => {
  const steps = Array.from({ length: 50 }, (_, index) =>
    assistantMessage({ id: `msg_${index + 1}` }, [{ type: 'text', text: `answer ${index}` }]),
  )
  const lines = String(new RunResult({ session: null, messages: [userMessage('many steps'), ...steps] })).split('\n')
  expect(lines).toHaveLength(40)
  expect(lines[1]).toBe('  prompt     many steps')
  expect(lines.at(-1)).toBe('  tokens     0')
  // 103 rows in 39 lines: one tells of the rest.
  expect(lines.filter((line) => line === '  … 65 lines …')).toHaveLength(1)
})

test('keeps the colours of a tool out of the transcript', () => {
  const part = toolPart({ status: 'completed', input: {}, output: '\u001B[31mred\u001B[39m\r\n' })
  const text = String(new RunResult({ session: null, messages: [assistantMessage({}, [part])] }))
  expect(text).toContain('completed: red\n')
})

test('prints a cost as a plain decimal', () => {
  expect(costing(2e-7)).toContain('cost       0.0000002 USD')
  expect(costing(0.1 + 0.2)).toContain('cost       0.3 USD')
  expect(costing(100)).toContain('cost       100 USD')
})

test('prints what was thrown in place of a result', () => {
  expect(String(RunResult.from(new TypeError('fetch failed')))).toContain(
    'run: failed\n  error      TypeError: fetch failed\n',
  )
})

const costing = (cost: number): string =>
  String(new RunResult({ session: null, messages: [assistantMessage({ cost })] }))

test('folds steps that are alike, one behind the other', () => {
  const loop = Array.from({ length: 14 }, (_, index) =>
    assistantMessage({ id: `msg_${index + 1}`, finish: 'tool-calls' }, [
      toolPart({
        status: 'completed',
        input: { command: 'ls' },
        output: 'a.ts',
        title: 'ls',
        metadata: {},
        time: { start: 1, end: 2 },
      }),
    ]),
  )
  const lines = String(new RunResult({ session: null, messages: [userMessage('Go'), ...loop] })).split('\n')
  expect(lines.slice(1, 6)).toEqual([
    '  prompt     Go',
    '  tool       bash {"command":"ls"}',
    '             completed: a.ts',
    '  finish     tool-calls',
    '  … 13 more like this …',
  ])
})

const repeating = (count: number): string => Array.from({ length: count }, () => 'again').join('\n')

test.each([
  [3, ['  text       again', '             again', '             again', '  finish     stop']],
  [5, ['  text       again', '             again', '  … 3 more like this …', '  finish     stop']],
])('folds equal lines where that is shorter: of %i', (count, expected) => {
  const message = assistantMessage({}, [{ type: 'text', text: repeating(count) }])
  const lines = String(new RunResult({ session: null, messages: [message] })).split('\n')
  expect(lines.slice(1, 5)).toEqual(expected)
})
