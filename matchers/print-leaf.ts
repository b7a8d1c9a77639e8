import { stripVTControlCharacters } from 'node:util'
import { elide } from '../src/model/elide.ts'
import type { MatcherUtils } from './matcher-context.ts'

/** A value without parts: a string as in JSON, its middle left out where it is long; anything else as the runner prints it. */
export const printLeaf = ({ printExpected }: MatcherUtils, value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(elide(value, 160)) : stripVTControlCharacters(printExpected(value))
