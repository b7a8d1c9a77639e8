import type { Change } from '../wire/change.ts'
import { distinctEvents } from '../wire/distinct-events.ts'
import { EVENT_SESSION_STATUS } from '../wire/event-types.ts'
import { readChange } from '../wire/read-change.ts'
import { readEnvelope } from '../wire/read-envelope.ts'

/** How often a session came to rest after work, and what was told on the way. */
export interface Settlements {
  readonly sessionID: string
  readonly count: number
  /** `busy`, `error MessageAbortedError`, `idle`, `message completed`, in order; repeated states once. */
  readonly course: readonly string[]
}

interface Progress {
  count: number
  readonly course: string[]
  /** Where it stands: `settled` after an idle, `closing` when an error has another one to come. */
  state: 'working' | 'settled' | 'closing'
  failed: boolean
}

/**
 * The settlements of each session that `events` tell of. An abort and a fatal error tell idle twice, the second time behind the message
 * that they complete: that is one settlement (facts/opencode-1x.md sections 5 and 7). Any other idle without work before it is one more.
 * On 1.x the idle event counts, or where a stream has none its status.
 */
export function readSettlements(events: readonly unknown[]): readonly Settlements[] {
  const distinct = distinctEvents(events)
  const told = distinct.map((event) => ({ change: readChange(event), type: readEnvelope(event)?.type }))
  const levels = told.some(({ change, type }) => change?.kind === 'idle' && type !== EVENT_SESSION_STATUS)
  const sessions = new Map<string, Progress>()
  for (const { change, type } of told) {
    if (change?.sessionID === undefined) continue
    // The status says idle a moment before the event does.
    if (change.kind === 'idle' && levels && type === EVENT_SESSION_STATUS) continue
    const { sessionID } = change
    const known = sessions.get(sessionID) ?? { count: 0, course: [], state: 'working', failed: false }
    sessions.set(sessionID, known)
    advance(known, change)
  }
  return [...sessions].map(([sessionID, { count, course }]) => ({ sessionID, count, course }))
}

function advance(progress: Progress, change: Change): void {
  const { kind } = change
  if (kind === 'busy' || kind === 'execution-started') {
    tell(progress, 'busy')
    progress.state = 'working'
    progress.failed = false
  } else if (kind === 'error') {
    const { name, type, message } = change.error
    tell(progress, `error ${name ?? type ?? message}`)
    // 1.3.2 tells an abort's error behind its first idle (facts/opencode-1x.md section 5).
    if (progress.state !== 'working') progress.state = 'closing'
    progress.failed = true
  } else if ((kind === 'message' || kind === 'edit') && change.role === 'assistant' && change.completed) {
    tell(progress, 'message completed')
    if (progress.state !== 'working' && progress.failed) progress.state = 'closing'
  } else if (kind === 'idle' || kind === 'execution-ended') {
    progress.course.push('idle')
    if (progress.state !== 'closing') progress.count += 1
    progress.state = 'settled'
  }
}

function tell({ course }: Progress, step: string): void {
  if (course.at(-1) !== step) course.push(step)
}
