import type { MessageView } from '../wire/message-view.ts'
import type { Outcome } from '../wire/outcome.ts'
import type { SessionInfo } from '../wire/session-info.ts'
import type { RunEnd } from './run-end.ts'

export type { Outcome }

/**
 * How a run ended: what its idle mark says; else the event that ended its execution; else how its last step did, and what the events
 * of its session say after that; else what the session says that became idle after the prompt. Null where it has not ended, or
 * cannot be told.
 */
export function runOutcome(views: readonly MessageView[], end: RunEnd, session: SessionInfo | null): Outcome | null {
  const mark = views.findLast(({ role }) => role === 'idle')
  if (mark?.role === 'idle') return mark.outcome
  if (end.executing) return null
  return end.outcome ?? outcomeOfStep(views, end) ?? outcomeOfSession(views, session)
}

function outcomeOfStep(views: readonly MessageView[], { idle, error, aborted }: RunEnd): Outcome | null {
  if (error) return aborted ? 'interrupted' : 'failed'
  const last = views.findLast((view) => view.role === 'assistant')
  const verdict = last?.verdict ?? null
  if (verdict !== 'unless-continued') return verdict
  return idle ? 'interrupted' : null
}

// The session of a run is the one of after the run: were there a newer run, it would not be this one's.
function outcomeOfSession(views: readonly MessageView[], session: SessionInfo | null): Outcome | null {
  const { outcome, time } = session ?? {}
  const prompted = views.find(({ role }) => role === 'user')?.createdAt ?? 0
  return outcome !== undefined && (time?.idle ?? -1) >= prompted ? outcome : null
}
