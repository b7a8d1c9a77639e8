import type { EditChange } from '../change.ts'
import { pickFields } from '../pick-fields.ts'
import type { SessionEvent } from '../session-event.ts'
import type { FlatAssistantMessage, FlatMessage } from './flat-message.ts'
import { readTextEdit } from './read-text-edit.ts'
import { readToolEdit } from './read-tool-edit.ts'

/** The two dialects whose messages are flat. */
export type FlatDialect = 'preview' | 'v2'

/** The step that a change leaves behind. */
export type StepEdit = (step: FlatAssistantMessage) => FlatAssistantMessage

/**
 * What an event of a step changes; `name` is its type without the dialect's prefix. Undefined for an event that changes nothing: pieces
 * of text are not added up, as the server stores a text when it is complete (facts/opencode-1x-preview-api.md section 3).
 */
export function readStepChange(dialect: FlatDialect, name: string, event: SessionEvent): EditChange | undefined {
  const { props, sessionID, at = 0 } = event
  const { assistantMessageID: id } = props
  if (typeof id !== 'string') return undefined
  const edit = readStepEdit(name, props, at) ?? readTextEdit(name, props, at) ?? readToolEdit(dialect, name, props, at)
  if (!edit) return undefined
  // A subscriber that came late has not seen it start.
  const missed: FlatAssistantMessage = { id, type: 'assistant', time: { created: at }, content: [] }
  return {
    kind: 'edit',
    sessionID,
    messageID: id,
    role: 'assistant',
    completed: name === 'step.ended' || name === 'step.failed',
    edit: (before: FlatMessage | undefined) => edit(before?.type === 'assistant' ? before : missed),
  }
}

const ENDED = ['finish', 'rawFinish', 'providerState', 'cost', 'tokens']

function readStepEdit(name: string, props: SessionEvent['props'], at: number): StepEdit | undefined {
  const { snapshot, files } = props
  switch (name) {
    // 2.x starts a step again to retry it (facts/opencode-2x.md section 2).
    case 'step.started':
      return ({ id, type, time: { created } }) => ({
        id,
        type,
        time: { created },
        content: [],
        ...pickFields(props, ['agent', 'model']),
        ...(typeof snapshot === 'string' && { snapshot: { start: snapshot } }),
      })
    case 'step.streamed':
      return (step) => ({ ...step, time: { ...step.time, streamed: at } })
    case 'step.ended':
    case 'step.failed':
      return (before) => {
        const { retry: _, ...step } = before
        return {
          ...step,
          time: { ...step.time, completed: at },
          ...(name === 'step.failed' && { finish: 'error', ...pickFields(props, ['error']) }),
          ...pickFields(props, ENDED),
          ...((snapshot !== undefined || files !== undefined) && {
            snapshot: { ...step.snapshot, ...pickFields({ end: snapshot, files }, ['end', 'files']) },
          }),
        }
      }
    case 'retry.scheduled': {
      const { attempt, at: next, error } = props
      return (step) => ({ ...step, ...pickFields({ retry: { attempt, at: next, error } }, ['retry']) })
    }
    default:
      return undefined
  }
}
