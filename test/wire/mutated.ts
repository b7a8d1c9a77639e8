import * as fc from 'fast-check'
import type { RecordedFrame } from './recorded-streams.ts'

type Path = readonly string[]

/** The text of one of `frames` with something changed: a value anywhere in it, a key, or the text itself. */
export function mutated(frames: readonly RecordedFrame[]): fc.Arbitrary<string> {
  const frame = fc.constantFrom(...frames)
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, 0, -1, '', 'ses_a', [], {}, { cost: 1 }))
  const replaced = fc
    .tuple(frame, fc.nat(), value)
    .map(([sample, at, given]) => JSON.stringify(changed(sample, pick(pathsOf(sample), at), () => given)))
  const removed = fc
    .tuple(frame, fc.nat())
    .map(([sample, at]) => JSON.stringify(changed(sample, pick(pathsOf(sample), at), () => undefined) ?? null))
  const key = fc.constantFrom(
    'type',
    'properties',
    'data',
    'payload',
    'syncEvent',
    'info',
    'part',
    'tokens',
    'cost',
    'id',
  )
  const added = fc
    .tuple(frame, fc.nat(), key, value)
    .map(([sample, at, name, given]) =>
      JSON.stringify(
        changed(sample, pick(pathsOf(sample), at), (old) =>
          isObject(old) ? { ...old, [name]: given } : { [name]: given },
        ),
      ),
    )
  const wrapped = fc.tuple(frame, key).map(([sample, name]) => JSON.stringify({ [name]: sample, type: sample['type'] }))
  const torn = fc
    .tuple(frame, fc.nat(), fc.nat({ max: 20 }), fc.string({ maxLength: 3 }))
    .map(([sample, at, length, text]) => {
      const json = JSON.stringify(sample)
      const start = at % json.length
      return json.slice(0, start) + text + json.slice(start + length)
    })
  return fc.oneof(replaced, removed, added, wrapped, torn)
}

/** The paths of all values in `value`, its own first. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]))]
}

const pick = (paths: readonly Path[], at: number): Path => paths[at % paths.length] ?? []

/** A copy of `value` in which what is at `path` is another; undefined takes it out. */
function changed(value: unknown, [name, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (name === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((inner, index) => (String(index) === name ? changed(inner, rest, change) : inner))
  return isObject(value) ? { ...value, [name]: changed(value[name], rest, change) } : value
}

const isObject = (value: unknown): value is RecordedFrame =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
