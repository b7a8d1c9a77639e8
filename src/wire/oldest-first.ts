import { isRecord } from './is-record.ts'
import { parseJson } from './parse-json.ts'
import type { RunMessage } from './run-message.ts'

/**
 * A page of messages, oldest first. 1.x lists them so; the preview API and 2.x list them newest first unless they are asked otherwise,
 * and their cursor says which it was (facts/opencode-1x-preview-api.md section 1). Without one the times tell. Not each message is
 * newer than the one before: a prompt is listed when the session takes it up, with the time at which it was sent.
 */
export function oldestFirst(messages: readonly RunMessage[], cursor?: unknown): readonly RunMessage[] {
  if (messages.some(({ info }) => info)) return messages
  const order = orderOf(cursor) ?? orderByTime(messages)
  return order === 'desc' ? messages.toReversed() : messages
}

function orderOf(cursor: unknown): unknown {
  if (!isRecord(cursor)) return undefined
  const page = cursor['next'] ?? cursor['previous']
  return typeof page === 'string' ? orderInPage(page) : undefined
}

function orderInPage(page: string): unknown {
  try {
    const told = parseJson(atob(page.replaceAll('-', '+').replaceAll('_', '/')))
    return isRecord(told) ? told['order'] : undefined
  } catch {
    // A cursor is opaque: one that does not read as those of today says nothing.
    return undefined
  }
}

function orderByTime(messages: readonly RunMessage[]): 'asc' | 'desc' {
  // A type says what is expected of a message, not what it holds.
  const times = messages.map((message): number => {
    const created: unknown = message.info ? undefined : message.time?.created
    return typeof created === 'number' ? created : 0
  })
  const steps = times.slice(1).map((time, index) => Math.sign(time - (times[index] ?? 0)))
  return steps.reduce((sum, step) => sum + step, 0) < 0 ? 'desc' : 'asc'
}
