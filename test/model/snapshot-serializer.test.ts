import { fakeOpencode, httpError, RunResult, runPrompt, snapshotSerializer, toolCall, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { readCapture } from '../fixtures/read-capture.ts'

// The setup has added the serializer.

const play = async (): Promise<RunResult> => {
  const usage = { prompt: 1000, completion: 200, cacheHit: 600, reasoning: 50 }
  const opencode = fakeOpencode({
    baseUrl: 'http://snapshot.test',
    script: [
      toolCall('lookup', { time: 5, issue: 'msg_7', key: 'sk-abcdef1234567890' }, 'ok'),
      turn({ text: 'label: bug', usage }),
    ],
    prices: { 'fake-model': { input: 0.005, output: 0.02, cacheRead: 0.0005 } },
    cost: 0,
  })
  const run = await runPrompt(opencode, 'Label it')
  await opencode.close()
  return run
}

/** What a snapshot of `value` holds. */
function printed(value: unknown): string {
  return snapshotSerializer.serialize(value, undefined, '', 0, undefined, (item) => JSON.stringify(item, undefined, 1))
}

test('a run is shown with numbered ids, without times and keys, its cost readable', async () => {
  expect(await play()).toMatchInlineSnapshot(`
    RunResult {
      "cost": "0.0000063 USD",
      "finish": "stop",
      "messages": [
        {
          "agent": "build",
          "id": "msg_1",
          "model": {
            "modelID": "fake-model",
            "providerID": "fake",
          },
          "origin": "user",
          "role": "user",
          "sessionID": "ses_1",
          "text": "Label it",
        },
        {
          "cost": "0 USD",
          "finish": "tool-calls",
          "id": "msg_2",
          "promptID": "msg_1",
          "role": "assistant",
          "sessionID": "ses_1",
          "tokens": {
            "cache": {
              "read": 0,
              "write": 0,
            },
            "input": 10,
            "output": 5,
            "reasoning": 0,
            "total": 15,
          },
          "toolCalls": [
            {
              "id": "call_1",
              "input": {
                "issue": "msg_7",
                "key": "sk-[redacted]",
                "time": 5,
              },
              "name": "lookup",
              "output": "ok",
              "status": "completed",
            },
          ],
        },
        {
          "cost": "0.0000063 USD",
          "finish": "stop",
          "id": "msg_3",
          "promptID": "msg_1",
          "role": "assistant",
          "sessionID": "ses_1",
          "text": "label: bug",
          "tokens": {
            "cache": {
              "read": 600,
              "write": 0,
            },
            "input": 400,
            "output": 150,
            "reasoning": 50,
            "total": 1200,
          },
        },
      ],
      "outcome": "succeeded",
      "tokens": {
        "cache": {
          "read": 600,
          "write": 0,
        },
        "input": 410,
        "output": 155,
        "reasoning": 50,
        "total": 1215,
      },
    }
  `)
})

test('the same script gives the same snapshot', async () => {
  const [one, other] = [await play(), await play()]
  expect(one.session?.id).not.toBe(undefined)
  expect(printed(one)).toBe(printed(other))
  expect(printed(one.events)).toBe(printed(other.events))
})

test('the snapshot of events has no id, no time and no key of the run', async () => {
  const { events } = await play()
  const text = printed(events)
  expect(text).toContain('"sessionID": "ses_1"')
  expect(text).toContain('"messageID": "msg_1"')
  expect(text).not.toMatch(/[a-z]{3}_[0-9a-f]{12}\w{14}/)
  expect(text).not.toMatch(/\b1[5-9]\d{11}\b/)
  expect(text).toContain('sk-[redacted]')
  expect(text).not.toContain('sk-abc')
})

test('what a tool was given is shown as it was given', async () => {
  expect(printed(await play())).toMatch(/"issue": "msg_7",\s+"key": "sk-\[redacted\]",\s+"time": 5/)
})

test.for(['01-plain-text', '03-tool-bash-then-text', '07-abort-mid-stream', '09a-http-401', '12a-question-reply'])(
  'the recording %s has no id and no time in its snapshots',
  (name) => {
    const { sse } = readCapture(name)
    for (const text of [printed(sse), printed(RunResult.from(sse))]) {
      expect(text).not.toMatch(/[a-z]{3}_[0-9a-f]{12}\w{14}/)
      expect(text).not.toMatch(/\b1[5-9]\d{11}\b/)
      expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/)
    }
  },
)

test('an error is shown without the raw value that it was read from', async () => {
  const opencode = fakeOpencode({ script: [httpError(401, 'Authentication Fails')] })
  const text = printed(await runPrompt(opencode, 'Label it'))
  expect(text).toContain('"message": "Authentication Fails"')
  expect(text).not.toContain('"raw"')
})

test('other values are left to the runner', () => {
  for (const value of [undefined, 5, 'text', {}, [], [5], { type: 'text', text: 'x' }]) {
    expect(snapshotSerializer.test(value)).toBe(false)
  }
})

test('keys are redacted wherever they stand, and words are none', () => {
  const properties = {
    header: 'authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30',
    authorization: 'secret',
    apiKey: 'secret',
    text: 'Basic understanding, with sk-0123456789abcdef',
  }
  expect(JSON.parse(printed({ type: 'custom', properties }))).toEqual({
    type: 'custom',
    properties: {
      header: 'authorization: Bearer [redacted]',
      authorization: '[redacted]',
      apiKey: '[redacted]',
      text: 'Basic understanding, with sk-[redacted]',
    },
  })
})
