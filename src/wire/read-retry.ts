import type { Envelope } from './envelope.ts'
import { isEventType } from './is-event-type.ts'
import { isRecord } from './is-record.ts'

/** A round-trip that is tried again: which attempt failed, from 1, and why. */
export interface Retry {
  readonly failed: number
  readonly message: string
}

/**
 * What an event says of a retry; undefined where it says nothing. 1.x tells it as a status that counts what failed, 2.x as an event of its
 * own that counts what comes (facts/opencode-1x.md section 6, facts/opencode-2x.md section 3.1). Never throws.
 */
export function readRetry({ type, props }: Envelope): Retry | undefined {
  const { status, error, attempt } = props
  if (isEventType(type, 'session.status')) {
    return isRecord(status) && status['type'] === 'retry' ? toRetry(status['attempt'], status['message']) : undefined
  }
  if (!isEventType(type, 'session.retry.scheduled') || typeof attempt !== 'number') return undefined
  return toRetry(attempt - 1, isRecord(error) ? error['message'] : undefined)
}

const toRetry = (failed: unknown, message: unknown): Retry | undefined =>
  typeof failed === 'number' && typeof message === 'string' ? { failed, message } : undefined
