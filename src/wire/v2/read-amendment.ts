import type { Change } from '../change.ts'
import type { FlatMessage } from '../flat/flat-message.ts'
import { isFlatMessage } from '../flat/is-flat-message.ts'
import { isRecord } from '../is-record.ts'
import { pickFields } from '../pick-fields.ts'
import type { SessionEvent } from '../session-event.ts'

const COMPACTED = ['reason', 'recent', 'model', 'providerState', 'providerContext', 'cost', 'tokens', 'error']

/** What an event of 2.x changes in a message that it does not name; undefined for another event. Never throws. */
export function readAmendment({ type, props, sessionID, at = 0 }: SessionEvent): Change | undefined {
  switch (type) {
    case 'session.compaction.ended':
    case 'session.compaction.failed': {
      const isFailed = type === 'session.compaction.failed'
      const status = isFailed ? 'failed' : 'completed'
      return {
        kind: 'amended',
        sessionID,
        matches: (message) => message.type === 'compaction' && message['status'] === 'running',
        // A failed one has neither a summary nor what it would have kept.
        edit: (before) => {
          const { id, time, type: kind } = before ?? {}
          const summary = isFailed ? {} : { summary: props['text'] }
          return checked({ id, time, type: kind, status, ...summary, ...pickFields(props, COMPACTED) })
        },
      }
    }
    case 'session.shell.ended': {
      const { shell, output } = props
      if (!isRecord(shell)) return undefined
      return {
        kind: 'amended',
        sessionID,
        matches: (message) => message.type === 'shell' && message['shellID'] === shell['id'],
        edit: (before) =>
          checked({
            ...before,
            ...pickFields({ ...shell, output }, ['status', 'exit', 'output']),
            time: { ...before?.time, completed: at },
          }),
      }
    }
    case 'session.message.content.updated': {
      const { messageID } = props
      return {
        kind: 'amended',
        sessionID,
        matches: ({ id }) => id === messageID,
        edit: (before) => checked({ ...before, ...pickFields(props, ['content']) }),
      }
    }
    default:
      return undefined
  }
}

const checked = (message: unknown): FlatMessage | undefined => (isFlatMessage(message) ? message : undefined)
