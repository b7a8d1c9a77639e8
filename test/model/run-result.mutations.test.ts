import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidOptionError, WireDriftError } from '../../src/errors.ts'
import { RunResult } from '../../src/model/run-result.ts'
import { recordedSources } from '../fixtures/recorded-sources.ts'
import { declinedThenAnswered, twoRuns } from '../fixtures/v2/more-runs.ts'
import { toolCall } from '../fixtures/v2/runs.ts'

const recorded = [
  ...recordedSources('1.3.2', '07-abort-mid-stream'),
  ...recordedSources('exp-1.15.13', '03-tool-exp'),
  ...recordedSources('1.18.33', '01-plain-text'),
  ...recordedSources('1.18.33', '09c-http-400-context-length'),
  ...recordedSources('1.18.33-api', '05-failing-tool'),
  ...recordedSources('1.18.33-api', '11c-switch'),
].map(({ name, value }) => [name, value] as const)

const written = [toolCall, declinedThenAnswered, twoRuns].flatMap(({ events, messages }) => [
  ['events of 2.x', events] as const,
  ['messages of 2.x', messages] as const,
])

const sources = [...recorded, ...written]

test.for(sources)('reads %s whatever one value in it is changed to', ([, source]) => {
  const places = placesIn(source)
  fc.assert(
    fc.property(fc.nat({ max: places.length - 1 }), fc.oneof(strange, fc.jsonValue()), (place, value) => {
      const mutated = withValueAt(source, places[place] ?? [], value)
      let run: RunResult
      try {
        run = RunResult.from(mutated)
        // What is read late throws late.
        expect(String(run)).toMatch(/^run/)
        expect([null, 'succeeded', 'failed', 'interrupted']).toContain(run.outcome)
        void [run.error, run.text, run.toolCalls, run.session]
      } catch (error) {
        if (!(error instanceof WireDriftError) && !(error instanceof InvalidOptionError)) throw error
      }
    }),
    { numRuns: 150 },
  )
})

test.for(sources)('changes nothing in %s', ([, source]) => {
  const before = structuredClone(source)
  const run = RunResult.from(deepFreeze(structuredClone(source)))
  void [run.outcome, run.error, run.steps, String(run)]
  RunResult.from(source)
  expect(source).toEqual(before)
})

// The last cannot be made a string.
const strange = fc.constantFrom(
  null,
  [],
  {},
  '',
  'msg_x',
  'assistant',
  0,
  -1,
  true,
  [null],
  { id: 'msg_x' },
  { toString: 0 },
)

type Place = readonly (string | number)[]

/** Every value inside `value`, by the keys that lead to it. */
function placesIn(value: unknown, path: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, each]) => placesIn(each, [...path, key]))
  return path.length === 0 ? inner : [path, ...inner]
}

function withValueAt(source: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(source))
    return source.map((each, index) => (String(index) === key ? withValueAt(each, rest, value) : each))
  const record = source as Record<string, unknown>
  return { ...record, [key]: withValueAt(record[key], rest, value) }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}
