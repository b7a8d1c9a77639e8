/** How a run ended, as 2.x itself writes it (facts/opencode-2x.md section 6). */
export type Outcome = 'succeeded' | 'failed' | 'interrupted'

/** Whether `value` is an outcome. */
export function isOutcome(value: unknown): value is Outcome {
  return value === 'succeeded' || value === 'failed' || value === 'interrupted'
}
