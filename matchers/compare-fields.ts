import type { SubsetComparison } from './compare-subset.ts'

/** Comparisons of a value's fields, under their names, as the comparison of the value. */
export function compareFields(fields: Readonly<Record<string, SubsetComparison>>): SubsetComparison {
  const side = (which: 'expected' | 'received'): object =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[which]]))
  return {
    differing: Object.values(fields).flatMap(({ differing }) => differing),
    expected: side('expected'),
    received: side('received'),
  }
}
