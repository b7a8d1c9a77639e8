import { readEnvelope } from '../wire/read-envelope.ts'
import { sessionIDOf } from '../wire/run-message.ts'
import type { RunData } from './run-data.ts'

/** The session of a run; undefined where nothing names it. */
export function sessionOfRun({ session, messages: [first], events }: RunData): string | undefined {
  const named: unknown = session?.id
  return (
    (typeof named === 'string' ? named : undefined) ??
    (first && sessionIDOf(first)) ??
    readEnvelope(events[0])?.sessionID
  )
}
