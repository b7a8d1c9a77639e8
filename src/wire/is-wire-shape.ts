import { isRecord } from './is-record.ts'
import type { AssistantInfo, UserInfo } from './message.ts'
import type { Part } from './part.ts'
import type { SessionInfo } from './session-info.ts'

/** Whether `value` is a session's info, as far as a reader of runs depends on it. */
export function isSessionInfo(value: unknown): value is SessionInfo {
  return isRecord(value) && typeof value['id'] === 'string'
}

/** Whether `value` is the info of a message, as far as a reader of runs depends on it. */
export function isMessageInfo(value: unknown): value is UserInfo | AssistantInfo {
  if (!isRecord(value) || typeof value['id'] !== 'string') return false
  return value['role'] === 'user' || value['role'] === 'assistant'
}

/** Whether `value` is a part of a message, as far as a reader of runs depends on it. */
export function isPart(value: unknown): value is Part {
  if (!isRecord(value) || typeof value['id'] !== 'string' || typeof value['messageID'] !== 'string') return false
  return typeof value['type'] === 'string'
}
