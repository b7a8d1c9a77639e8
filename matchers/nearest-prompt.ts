import type { SentPrompt } from '../src/model/run-prompts.ts'
import type { PromptField } from './prompt-fields.ts'
import { textSimilarity } from './text-similarity.ts'

/**
 * Of prompts that do not match, the place of the one nearest to what is expected: with the likest text, then with the most fields
 * right, then the latest. -1 where there is none.
 */
export function nearestPrompt(prompts: readonly SentPrompt[], fields: readonly PromptField[]): number {
  let nearest = -1
  let best: readonly [likeness: number, right: number] = [0, 0]
  for (const [index, prompt] of prompts.entries()) {
    const right = fields.filter((field) => field.matches(prompt)).length
    if (right === fields.length) continue
    const score = [likeness(prompt, fields), right] as const
    if (nearest >= 0 && (score[0] < best[0] || (score[0] === best[0] && score[1] < best[1]))) continue
    nearest = index
    best = score
  }
  return nearest
}

// Only a whole expected text can be compared letter by letter; a part that is not there is equally far from everything.
function likeness(prompt: SentPrompt, fields: readonly PromptField[]): number {
  const field = fields.find(({ name }) => name === 'prompt')
  if (!field || field.matches(prompt)) return 1
  return typeof field.expected === 'string' ? textSimilarity(field.expected, prompt.text) : 0
}
