import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RunResult } from '../../src/model/run-result.ts'
import type { RunMessage } from '../../src/wire/run-message.ts'
import type { ExpectedError } from '../fixtures/expectations/run-expectation.ts'
import { withoutRun } from '../fixtures/expectations/without-run.ts'
import { type RecordedSource, recordedSources } from '../fixtures/recorded-sources.ts'
import { type RunExpectation, runExpectations } from '../fixtures/run-expectations.ts'

test.for(runExpectations.map(named))('reads %s from each of its sources', ([, expected]) => {
  const sources = sourcesOf(expected)
  expect(sources.map(({ kind }) => kind)).not.toEqual([])
  for (const { kind, name, value } of sources) {
    const run = RunResult.from(value, selection(expected))
    if (kind === 'answer') {
      const { outcome, text, reasoning, finish, error } = told(expected)
      expect([name, told(run)]).toMatchObject([name, { outcome, text, reasoning, finish, error }])
      continue
    }
    expect([name, told(run)]).toEqual([name, { ...told(expected), ...(kind === 'list' && expected.fromMessages) }])
    expect([name, run.cost]).toEqual([name, expect.closeTo(expected.cost, 9)])
  }
})

const listed = runExpectations.filter((expected) => {
  const kinds = new Set(sourcesOf(expected).map(({ kind }) => kind))
  return kinds.has('list') && kinds.has('events')
})

test.for(listed.map(named))('makes of the events of %s the messages that the server lists', ([, expected]) => {
  const [lists, streams] = ['list', 'events'].map((wanted) => sourcesOf(expected).filter(({ kind }) => kind === wanted))
  const messages = RunResult.from(lists?.at(-1)?.value, selection(expected)).messages.map(comparable)
  expect(messages).not.toEqual([])
  // The others begin in the middle.
  const whole = streams?.filter(({ name }) =>
    /^\/(?:event|api\/event|api\/session\/.*)$|^globalSse$|history/.test(name),
  )
  for (const { name, value } of whole ?? []) {
    const run = RunResult.from(value, selection(expected))
    expect([name, run.messages.map(comparable)]).toEqual([name, messages])
  }
})

test('expects something of every recording', () => {
  const folder = new URL('../fixtures/captures', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  const recorded = files
    .map((file) => file.replaceAll('\\', '/').replace(/\.json$/, ''))
    // What runs these hold is compared with what the fake says of the same script (test/law/run-results.test.ts).
    .filter((file) => !file.startsWith('1.18.33-probed/'))
  const expected = runExpectations.map(({ version, capture }) => `${version}/${capture}`)
  expect(recorded.toSorted()).toEqual([...new Set([...expected, ...Object.keys(withoutRun)])].toSorted())
})

test.for(Object.entries(withoutRun).filter(([capture]) => !capture.endsWith('.global')))(
  'finds no run in %s',
  ([path]) => {
    const [version = '', capture = ''] = path.split('/')
    for (const { name, value } of recordedSources(version, capture)) {
      const { outcome, messages, steps } = RunResult.from(value)
      expect([name, outcome, messages, steps]).toEqual([name, null, [], []])
    }
  },
)

function named(expected: RunExpectation): [name: string, expected: RunExpectation] {
  const { version, capture, promptID, sessionID, from } = expected
  const selected = promptID ?? sessionID ?? 'last'
  return [`${version}/${capture} (${selected}${from.length === 1 ? `, ${from[0]}` : ''})`, expected]
}

// A source that does not hold the run that is meant says nothing about it: a stream can begin after it.
function sourcesOf({ version, capture, promptID, from }: RunExpectation): readonly RecordedSource[] {
  return recordedSources(version, capture).filter(({ kind, value }) => {
    return from.includes(kind) && (promptID === undefined || JSON.stringify(value).includes(promptID))
  })
}

function selection({ promptID, sessionID }: RunExpectation): { promptID?: string; sessionID?: string } {
  return { ...(promptID !== undefined && { promptID }), ...(sessionID !== undefined && { sessionID }) }
}

type Told = Omit<RunExpectation, 'version' | 'capture' | 'from' | 'cost'>

function told(run: RunExpectation | RunResult): Told {
  const { outcome, text, reasoning, finish, tokens, toolCalls, error } = run
  const steps = run.steps.map((step) => (typeof step === 'string' ? step : step.text))
  return { outcome, text, reasoning, finish, tokens, toolCalls, steps, error: error && withoutRaw(error) }
}

function withoutRaw(error: ExpectedError & { readonly raw?: unknown }): ExpectedError {
  const { raw: _, ...rest } = error
  return rest
}

// What a server tells otherwise in events than in lists: the summary of a prompt comes up to a second after the turn, when the server
// was asked already, and the empty text of a call that was cut off is not listed.
function comparable(message: RunMessage): unknown {
  if (!message.info) return message
  const { summary, ...rest } = message.info
  const parts = message.parts.map((part) => {
    if (part.type !== 'tool') return part
    const { raw: _, ...state } = part.state
    return { ...part, state }
  })
  return { info: rest.role === 'user' ? rest : { ...rest, summary }, parts }
}
