import type { Outcome } from '../wire/outcome.ts'
import { readChange } from '../wire/read-change.ts'
import type { RunError } from '../wire/run-error.ts'

/**
 * What the events of a run say about its end. `error` is there when it decides: no assistant message came after it. `executing` and
 * `outcome` are those of an execution of 2.x.
 */
export interface RunEnd {
  readonly idle: boolean
  readonly error?: RunError
  readonly aborted: boolean
  readonly executing?: boolean
  readonly outcome?: Outcome
}

/** Reads the end of a run of `sessionID` from `events`; from none, nothing is known. */
export function readRunEnd(events: readonly unknown[], sessionID: string | undefined): RunEnd {
  let end: RunEnd = { idle: false, aborted: false }
  for (const event of events) {
    const change = readChange(event)
    if (!change || change.sessionID !== sessionID) continue
    if (change.kind === 'message' && change.role === 'assistant') {
      // The message knows how its step ended, and the turn may have gone on after an error: after a context overflow, opencode
      // compacts and continues (facts/opencode-1x.md section 7).
      end = { idle: end.idle, aborted: false }
    } else if (change.kind === 'error' && !end.error) {
      // Where several come, the later ones repeat the first with a stack trace (facts/opencode-1x.md section 7).
      end = { idle: end.idle, error: change.error, aborted: change.aborted }
    } else if (change.kind === 'busy' || change.kind === 'idle') {
      end = { ...end, idle: change.kind === 'idle' }
    } else if (change.kind === 'execution-started') {
      end = { idle: false, aborted: false, executing: true }
    } else if (change.kind === 'execution-ended') {
      const { outcome, error } = change
      end = { idle: true, ...(error && { error }), aborted: outcome === 'interrupted', outcome }
    }
  }
  return end
}
