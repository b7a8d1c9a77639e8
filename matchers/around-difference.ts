/** How much of a long text is shown, and of it before the first difference, in characters. */
const SHOWN = 100
const BEFORE = 30

/** Two texts that differ, shortened to what is around their first difference where one is long. */
export function aroundDifference(one: string, other: string): readonly [string, string] {
  if (Math.max(one.length, other.length) <= SHOWN) return [one, other]
  let common = 0
  while (common < one.length && one[common] === other[common]) common += 1
  const from = Math.max(0, common - BEFORE)
  const shorten = (text: string): string =>
    `${from > 0 ? '… ' : ''}${text.slice(from, from + SHOWN)}${text.length > from + SHOWN ? ' …' : ''}`
  return [shorten(one), shorten(other)]
}
