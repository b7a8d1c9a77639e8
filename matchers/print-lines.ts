import { isPlainRecord } from './is-plain-record.ts'
import type { MatcherUtils } from './matcher-context.ts'
import { printLeaf } from './print-leaf.ts'
import { withoutCycles } from './without-cycles.ts'

/** A value as the lines of its JSON, without the commas, for a diff. Fields that are undefined are left out. */
export const printLines = (utils: MatcherUtils, value: unknown): readonly string[] =>
  print(utils, withoutCycles(value), '')

function print(utils: MatcherUtils, value: unknown, indent: string): readonly string[] {
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => ['', item] as const)
    : isPlainRecord(value)
      ? Object.entries(value)
          .filter(([, item]) => item !== undefined)
          .map(([key, item]) => [`${JSON.stringify(key)}: `, item] as const)
      : undefined
  if (!entries) return [indent + printLeaf(utils, value)]
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const inner = entries.flatMap(([key, item]) => {
    const [first = '', ...rest] = print(utils, item, `${indent}  `)
    return [[`${indent}  ${key}${first.trimStart()}`], rest].flat()
  })
  return [`${indent}${open}`, ...inner, `${indent}${close}`]
}
