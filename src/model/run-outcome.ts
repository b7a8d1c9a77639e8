import type { StepVerdict } from '../wire/message-view.ts'
import type { RunEnd } from './run-end.ts'

/** How a run ended. */
export type Outcome = 'succeeded' | 'failed' | 'interrupted'

/**
 * How a run ended, from how its last step did (null: there is none) and what its session's events say after that. Null where it
 * has not ended, or cannot be told.
 */
export function runOutcome(last: StepVerdict, { idle, error, aborted }: RunEnd): Outcome | null {
  if (error) return aborted ? 'interrupted' : 'failed'
  if (last !== 'unless-continued') return last
  return idle ? 'interrupted' : null
}
