import { HttpCallError } from '../errors.ts'
import { isRecord } from '../model/checks.ts'
import type { SessionInfo } from '../wire/session-info.ts'

/** A session as a call answered it; throws HttpCallError for anything else, such as the page of another server. */
export function readSession(value: unknown): SessionInfo {
  if (isSession(value)) return value
  throw new HttpCallError('the session call', { status: 200, body: value })
}

const isSession = (value: unknown): value is SessionInfo =>
  isRecord(value) && typeof value['id'] === 'string' && isRecord(value['time'])
