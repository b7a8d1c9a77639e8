import { readEnvelope } from '../wire/read-envelope.ts'
import type { RunData } from './run-data.ts'

/** The session of a run; undefined where nothing names it. */
export function sessionOfRun({ session, messages, events }: RunData): string | undefined {
  return session?.id ?? messages[0]?.info.sessionID ?? readEnvelope(events[0])?.sessionID
}
