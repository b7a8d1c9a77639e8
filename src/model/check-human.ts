import { InvalidOptionError } from '../errors.ts'
import { isRecord } from './checks.ts'
import type { FakeHuman } from './fake-human.ts'

/** Passes a FakeHuman; throws InvalidOptionError otherwise. */
export function checkHuman(path: string, value: unknown): FakeHuman {
  if (isHuman(value)) return value
  throw new InvalidOptionError({ path, expected: 'a FakeHuman', received: value })
}

// By its methods: that of the other copy of this package is none of this class.
const isHuman = (value: unknown): value is FakeHuman =>
  isRecord(value) && typeof value['ask'] === 'function' && typeof value['dialogue'] === 'function'
