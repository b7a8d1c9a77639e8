import { isPlainRecord } from './is-plain-record.ts'

/** A value in which each part that holds itself is the word for it, so that it can be printed. */
export function withoutCycles(value: unknown, holders: readonly unknown[] = []): unknown {
  if (holders.includes(value)) return '[Circular]'
  const inner = (item: unknown): unknown => withoutCycles(item, [...holders, value])
  if (Array.isArray(value)) return value.map((item: unknown) => inner(item))
  if (!isPlainRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item)]))
}
