import { InvalidOptionError } from '../errors.ts'
import { isRecord } from '../wire/is-record.ts'

export { isRecord }

/** By their tags: a class of another realm is none of this one's. */
const NO_FIELDS = new Set(
  ['Map', 'Set', 'WeakMap', 'WeakSet', 'Date', 'RegExp', 'Promise'].map((tag) => `[object ${tag}]`),
)

/** Passes a number of at least `min`; throws InvalidOptionError otherwise. NaN and Infinity never pass. */
export function checkNumber(
  path: string,
  value: unknown,
  { min = 0, unit = '' }: { min?: number; unit?: string } = {},
): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= min) return value
  throw new InvalidOptionError({ path, expected: `a number${unit && ` of ${unit}`} >= ${min}`, received: value })
}

/** Passes a whole number of at least `min`; throws InvalidOptionError otherwise. */
export function checkInteger(path: string, value: unknown, { min = 0 }: { min?: number } = {}): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value
  throw new InvalidOptionError({ path, expected: `an integer >= ${min}`, received: value })
}

/** Passes a string; throws InvalidOptionError otherwise. */
export function checkString(path: string, value: unknown, expected = 'a string'): string {
  if (typeof value === 'string') return value
  throw new InvalidOptionError({ path, expected, received: value })
}

/** Passes true and false; throws InvalidOptionError otherwise. */
export function checkBoolean(path: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new InvalidOptionError({ path, expected: 'true or false', received: value })
}

/** Passes one of `choices`; throws InvalidOptionError otherwise. */
export function checkChoice<const T extends string>(path: string, value: unknown, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value)
  if (found !== undefined) return found
  throw new InvalidOptionError({ path, expected: choices.map((choice) => `'${choice}'`).join(' or '), received: value })
}

/** Passes a record, not a Map or a Date, whose fields are none of its own; throws InvalidOptionError otherwise. */
export function checkRecord(path: string, value: unknown, expected = 'an object'): Record<string, unknown> {
  if (isRecord(value) && !NO_FIELDS.has(Object.prototype.toString.call(value))) return value
  throw new InvalidOptionError({ path, expected, received: value })
}

/** Passes when every key of `value` is known, so that a misspelt option is never silently ignored; throws InvalidOptionError otherwise. */
export function checkKeys(path: string, value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue
    const where = path ? `${path}.${key}` : key
    throw new InvalidOptionError({ path: where, expected: `one of ${known.join(', ')}`, received: key })
  }
}
