import { shortTextDiff } from './short-text-diff.ts'
import { textSimilarity } from './text-similarity.ts'

/** Of texts that a string was not found in, the likest one and the diff to it; '' where no one is at all like it. */
export function nearestText(expected: unknown, texts: readonly string[]): string {
  if (typeof expected !== 'string') return ''
  const [nearest] = texts
    .map((text) => ({ text, likeness: textSimilarity(expected, text) }))
    .toSorted((one, other) => other.likeness - one.likeness)
  if (!nearest || nearest.likeness === 0) return ''
  return `The nearest differs in:\n\n${shortTextDiff(expected, nearest.text)}`
}
