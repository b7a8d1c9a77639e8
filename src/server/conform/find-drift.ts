import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../model/checks.ts'
import { isKnownEventType } from '../../wire/is-known-event-type.ts'
import type { Told, ToldEvent } from './tell-apart.ts'

/** One difference between a real server and the fake. */
export interface Drift {
  readonly script: string
  readonly kind: 'unknown event' | 'order' | 'field' | 'value' | 'answer' | 'unplayable'
  /** What differs, for a person to read. */
  readonly detail: string
}

/** The differences between what a real server told and what the fake told of the same script; none: the two are equal. */
export function findDrift(script: string, real: Told, fake: Told): readonly Drift[] {
  const unknown = new Set([...real.placed, ...real.unplaced].map(({ label }) => label.split(' ')[0] ?? ''))
  const drifts: Omit<Drift, 'script'>[] = [...unknown]
    .filter((type) => !isKnownEventType(type))
    .map((type) => ({ kind: 'unknown event', detail: type }))
  for (const [real_, fake_, kind] of [
    [real.placed, fake.placed, 'value'],
    [real.unplaced, fake.unplaced, 'value'],
    [real.answers, fake.answers, 'answer'],
  ] as const) {
    drifts.push(...compareLists(real_, fake_, kind))
  }
  return drifts.map(({ kind, detail }) => ({ script, kind, detail }))
}

function compareLists(
  real: readonly ToldEvent[],
  fake: readonly ToldEvent[],
  kind: 'value' | 'answer',
): readonly Omit<Drift, 'script'>[] {
  const at = Array.from({ length: Math.max(real.length, fake.length) }, (_, index) => index).find(
    (index) => real[index]?.label !== fake[index]?.label,
  )
  const paired = real.slice(0, at).flatMap((event, index) => differences(event, fake[index], kind))
  if (at === undefined) return paired
  const named = (list: readonly ToldEvent[]): string => list[at]?.label ?? 'nothing more'
  const before = real[at - 1]?.label
  const place = before === undefined ? 'first' : `behind ${before} (number ${at + 1})`
  return [...paired, { kind: 'order', detail: `${place}: the server tells ${named(real)}, the fake ${named(fake)}` }]
}

function differences(
  real: ToldEvent,
  fake: ToldEvent | undefined,
  kind: 'value' | 'answer',
): readonly Omit<Drift, 'script'>[] {
  return pathsThatDiffer(real.value, fake?.value).map(({ path, real: given, fake: own }) => {
    const isField = given === undefined || own === undefined
    const what = isField
      ? given === undefined
        ? 'the server has it no more'
        : `new, ${print(given)}`
      : `the server says ${print(given)}, the fake ${print(own)}`
    return { kind: isField && kind === 'value' ? 'field' : kind, detail: `${real.label} ${path}: ${what}` }
  })
}

interface Difference {
  readonly path: string
  readonly real: unknown
  readonly fake: unknown
}

function pathsThatDiffer(real: unknown, fake: unknown, path = ''): readonly Difference[] {
  if (isDeepStrictEqual(real, fake)) return []
  const bothRecords = isRecord(real) && isRecord(fake)
  const bothLists = Array.isArray(real) && Array.isArray(fake)
  if (!bothRecords && !bothLists) return [{ path, real, fake }]
  const keys = [...new Set([...Object.keys(real), ...Object.keys(fake)])]
  return keys.flatMap((key) =>
    pathsThatDiffer(Reflect.get(real, key), Reflect.get(fake, key), path === '' ? key : `${path}.${key}`),
  )
}

function print(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}
