import type { Change, EditChange } from '../change.ts'
import type { FlatMessage } from '../flat/flat-message.ts'
import { isFlatMessage } from '../flat/is-flat-message.ts'
import { readStepChange } from '../flat/read-step-edit.ts'
import { isRecord } from '../is-record.ts'
import { pickFields } from '../pick-fields.ts'
import type { SessionEvent } from '../session-event.ts'

const PREFIX = 'session.next.'

/**
 * What an event of the preview API changes; undefined for another event, and for a shape that is not known. The experimental event
 * system of 1.15.13 sends events of these types beside those of v1, without saying which message they are of
 * (facts/opencode-1x.md section 14): they change nothing, or all would count twice. Never throws.
 */
export function readPreviewChange(event: SessionEvent): Change | undefined {
  const { type, props, sessionID } = event
  if (!type.startsWith(PREFIX)) return undefined
  const name = type.slice(PREFIX.length)
  const step = readStepChange('preview', name, event)
  const { messageID } = props
  if (step || typeof messageID !== 'string') return step
  if (name === 'revert.committed') return { kind: 'reverted', sessionID, messageID }
  return readNote(name, event, messageID)
}

// What becomes a message by itself. An admitted prompt is none before it is promoted (facts/opencode-1x-preview-api.md section 2).
function readNote(name: string, event: SessionEvent, messageID: string): EditChange | undefined {
  const { props, at = 0 } = event
  const base = { id: messageID, time: { created: at } }
  switch (name) {
    case 'prompted':
      return isRecord(props['prompt']) ? noted(event, 'user', { ...base, ...props['prompt'], type: 'user' }) : undefined
    case 'synthetic':
      return noted(event, 'note', { ...base, type: 'synthetic', ...pickFields(props, ['sessionID', 'text']) })
    case 'context.updated':
      return noted(event, 'note', { ...base, type: 'system', ...pickFields(props, ['text']) })
    case 'compaction.ended': {
      const { text: summary } = props
      return noted(event, 'note', { ...base, type: 'compaction', summary, ...pickFields(props, ['reason', 'recent']) })
    }
    case 'shell.started':
      return noted(event, 'note', { ...base, type: 'shell', output: '', ...pickFields(props, ['callID', 'command']) })
    case 'agent.switched':
    case 'model.switched': {
      const patch = pickFields(props, ['agent', 'model'])
      const message = { ...base, type: name === 'agent.switched' ? 'agent-switched' : 'model-switched', ...patch }
      const change = noted(event, 'note', message)
      return change && { ...change, patch }
    }
    default:
      return undefined
  }
}

function noted({ sessionID }: SessionEvent, role: 'user' | 'note', message: object): EditChange | undefined {
  if (!isFlatMessage(message)) return undefined
  const edit = (): FlatMessage => message
  return { kind: 'edit', sessionID, messageID: message.id, role, completed: true, edit }
}
