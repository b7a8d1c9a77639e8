/**
 * How alike two texts are, from 0 to 1: the share of character pairs they have in common (Dice's coefficient). Linear in the
 * lengths, so that a hundred long prompts are compared in no time, which an edit distance would not do.
 */
export function textSimilarity(one: string, other: string): number {
  if (one === other) return 1
  const pairs = pairCounts(one)
  let common = 0
  for (const [pair, count] of pairCounts(other)) common += Math.min(count, pairs.get(pair) ?? 0)
  const total = Math.max(one.length - 1, 0) + Math.max(other.length - 1, 0)
  return total === 0 ? 0 : (2 * common) / total
}

function pairCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (let index = 0; index < text.length - 1; index += 1) {
    const pair = text.slice(index, index + 2)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return counts
}
