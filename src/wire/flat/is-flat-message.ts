import { isRecord } from '../is-record.ts'
import { isOutcome } from '../outcome.ts'
import type { FlatMessage } from './flat-message.ts'

/**
 * Whether `value` is a message of the preview API or of 2.x, as far as a reader of runs depends on it; also one of a type that is not
 * known. Never throws.
 */
export function isFlatMessage(value: unknown): value is FlatMessage {
  if (!isRecord(value)) return false
  switch (value['type']) {
    case 'user':
      return typeof value['text'] === 'string'
    case 'assistant':
      return Array.isArray(value['content'])
    case 'idle':
      return isOutcome(value['outcome'])
    default:
      // Events, sessions and the parts of 1.x lack one of the three.
      return (
        typeof value['type'] === 'string' &&
        typeof value['id'] === 'string' &&
        isRecord(value['time']) &&
        typeof value['time']['created'] === 'number'
      )
  }
}
