import type { EditChange } from '../change.ts'
import type { FlatMessage } from '../flat/flat-message.ts'
import { isFlatMessage } from '../flat/is-flat-message.ts'
import { isRecord } from '../is-record.ts'
import { pickFields } from '../pick-fields.ts'
import type { SessionEvent } from '../session-event.ts'
import { messageIDFromEvent } from './message-id-from-event.ts'

/** What an event of 2.x notes among the messages; undefined for another event (facts/opencode-2x.md sections 2 and 3). Never throws. */
export function readNoteChange(event: SessionEvent): EditChange | undefined {
  const message = noteOf(event)
  const { id, sessionID, at = 0 } = event
  const messageID = message?.['id'] ?? messageIDFromEvent(id)
  if (!message || typeof messageID !== 'string') return undefined
  const note = { id: messageID, time: { created: at }, ...message }
  if (!isFlatMessage(note)) return undefined
  return { kind: 'edit', sessionID, messageID, role: 'note', completed: true, edit: (): FlatMessage => note }
}

function noteOf({ type, props }: SessionEvent): Readonly<Record<string, unknown>> | undefined {
  switch (type) {
    case 'session.synthetic':
      return { type: 'synthetic', ...pickFields(props, ['text', 'description', 'metadata']) }
    case 'session.instructions.updated':
      // Without a text it is for the log alone.
      return typeof props['text'] === 'string' ? { type: 'system', text: props['text'] } : undefined
    case 'session.skill.activated':
      return { type: 'skill', skill: props['id'], ...pickFields(props, ['name', 'text']) }
    case 'session.agent.selected':
      return { type: 'agent-switched', ...pickFields(props, ['agent', 'previous']) }
    case 'session.model.selected':
      return { type: 'model-switched', ...pickFields(props, ['model', 'previous']) }
    case 'session.moved':
      return { type: 'location-switched', ...pickFields(props, ['location', 'projectID', 'subpath']) }
    case 'session.shell.started': {
      const { shell } = props
      return isRecord(shell)
        ? { type: 'shell', shellID: shell['id'], ...pickFields(shell, ['command', 'status']) }
        : undefined
    }
    case 'session.compaction.started': {
      const { inputID } = props
      const work = { type: 'compaction', status: 'running', summary: '' }
      return { ...pickFields({ id: inputID }, ['id']), ...work, ...pickFields(props, ['reason', 'recent']) }
    }
    default:
      return undefined
  }
}
