import { expect, test } from 'vitest'
import { RunResult } from '../../src/model/run-result.ts'
import type { Message } from '../../src/wire/message.ts'
import { listedMessages, promptAnswer, readCapture } from '../fixtures/read-capture.ts'
import { type RunExpectation, runExpectations } from '../fixtures/run-expectations.ts'

const listed = runExpectations.filter((expected) => expected.listed)

test.for(runExpectations.map(named))('reads %s from its events', ([, expected]) => {
  const run = RunResult.from(readCapture(expected.capture).sse, selection(expected))
  expect(told(run)).toEqual(told(expected))
  expect(run.cost).toBeCloseTo(expected.cost, 9)
})

test.for(listed.map(named))('reads %s from its message list', ([, expected]) => {
  const run = RunResult.from(listedMessages(readCapture(expected.capture)), selection(expected))
  expect(told(run)).toEqual({ ...told(expected), ...expected.fromMessages })
  expect(run.cost).toBeCloseTo(expected.cost, 9)
})

test.for(listed.map(named))('collects the same messages from the events of %s as the server lists', ([, expected]) => {
  const capture = readCapture(expected.capture)
  const events = RunResult.from(capture.sse, selection(expected))
  const list = RunResult.from(listedMessages(capture), selection(expected))
  expect(list.messages).not.toHaveLength(0)
  expect(events.messages.map(withoutSummary)).toEqual(list.messages.map(withoutSummary))
})

test.for(
  runExpectations
    .filter(({ capture, promptID }) => promptID === undefined && promptAnswer(readCapture(capture)))
    .map(named),
)('reads the last step of %s from what the prompt answered', ([, expected]) => {
  const run = RunResult.from(promptAnswer(readCapture(expected.capture)))
  expect(run.steps).toHaveLength(1)
  const { outcome, text, reasoning, finish, error } = told(expected)
  expect(told(run)).toMatchObject({ outcome, text, reasoning, finish, error })
})

function named(expected: RunExpectation): [name: string, expected: RunExpectation] {
  return [`${expected.capture}${expected.promptID === undefined ? '' : ', first prompt,'}`, expected]
}

function selection({ promptID }: RunExpectation): { promptID?: string } {
  return promptID === undefined ? {} : { promptID }
}

function told(run: RunExpectation | RunResult): Omit<RunExpectation, 'capture' | 'listed' | 'cost'> {
  const { outcome, text, reasoning, finish, tokens, toolCalls, error } = run
  const steps = run.steps.map((step) => (typeof step === 'string' ? step : step.text))
  return { outcome, text, reasoning, finish, tokens, toolCalls, steps, error: error && withoutRaw(error) }
}

function withoutRaw({ name = '', message, status }: { name?: string; message: string; status?: number }): {
  name: string
  message: string
  status?: number
} {
  return { name, message, ...(status !== undefined && { status }) }
}

// The summary of a prompt comes up to a second after the turn; the server may have been asked before it.
function withoutSummary({ info, parts }: Message): unknown {
  const { summary, ...rest } = info
  return { info: info.role === 'user' ? rest : { ...rest, summary }, parts }
}
