import { isRecord } from './checks.ts'

/**
 * What to add to the message about a value that is a stream, or an answer, that nobody has read: `; not …: read it first`. '' for any
 * other value. A stream is read by its iterator or reader; an AI SDK result and the SDK's subscription hold theirs in a field.
 */
export function unread(value: unknown): string {
  if (!isRecord(value)) return ''
  if (typeof value['json'] === 'function' && 'bodyUsed' in value) {
    return '; not a Response that nothing has read: give it `await response.json()`'
  }
  if ('fullStream' in value) return '; not what streamText() returned: `await RunResult.fromStream(result)`'
  const isUnread = isStream(value) || ['stream', 'textStream', 'body'].some((key) => isStream(value[key]))
  return isUnread ? '; not a stream that nothing has read: collect its items into a list first (`for await`)' : ''
}

const isStream = (value: unknown): boolean =>
  isRecord(value) && (typeof value['getReader'] === 'function' || Symbol.asyncIterator in value)
