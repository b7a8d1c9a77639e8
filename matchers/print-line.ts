import { elide } from '../src/model/elide.ts'
import { isPlainRecord } from './is-plain-record.ts'
import type { MatcherUtils } from './matcher-context.ts'
import { printLeaf } from './print-leaf.ts'
import { withoutCycles } from './without-cycles.ts'

/** A value as one line of JSON, at most `max` characters of it: the runners' own printing takes a line for each field. */
export const printLine = (utils: MatcherUtils, value: unknown, max = 200): string =>
  elide(print(utils, withoutCycles(value)), max)

function print(utils: MatcherUtils, value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => print(utils, item)).join(', ')}]`
  if (!isPlainRecord(value)) return printLeaf(utils, value).replaceAll(/\s+/g, ' ')
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${print(utils, item)}`)
  return `{${fields.join(', ')}}`
}
