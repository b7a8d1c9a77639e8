import { isRecord } from './is-record.ts'

/**
 * A cost in USD from the wire: a number, or `{ cost }`. 0 where there is none; undefined for anything else, null included. Every seen
 * version of opencode sends a number (facts/opencode-1x.md section 14).
 */
export function readCost(value: unknown): number | undefined {
  if (value === undefined) return 0
  const cost = isRecord(value) ? value['cost'] : value
  return typeof cost === 'number' && Number.isFinite(cost) ? cost : undefined
}
