import type { EventObject } from '../wire/envelope.ts'
import type { RunMessage } from '../wire/run-message.ts'
import type { SessionInfo } from '../wire/session-info.ts'

/** What a run is made of. Everything else that a RunResult tells is read from these. */
export interface RunData {
  /** The session after the run; its cost and tokens cover the whole session. Null where the source holds none. */
  readonly session: SessionInfo | null
  /** What the run added, oldest first, from its prompt on. */
  readonly messages: readonly RunMessage[]
  /** The events of the run's session and of its child sessions, unwrapped, each once. */
  readonly events: readonly EventObject[]
  /** What the client's code threw in place of a result. */
  readonly thrown?: unknown
}

const brand: unique symbol = Symbol.for('opencode-testing.run-result')

/** Marks a RunResult, so that the ESM and the CommonJS copy of the class know each other's. */
export function brandRun(run: object): void {
  Object.defineProperty(run, brand, { value: true })
}

/** Whether `value` is a RunResult, of whichever copy of the class. */
export function isRunData(value: unknown): value is RunData {
  return typeof value === 'object' && value !== null && brand in value
}
