import type { MessageView } from '../message-view.ts'
import { readRunError } from '../run-error.ts'
import type { FlatMessage, FlatNoteMessage, FlatUserMessage } from './flat-message.ts'
import { readFlatStep } from './read-flat-step.ts'
import { textOf } from '../text-of.ts'

/** The view of a message of the preview API or of 2.x. Throws WireDriftError for cost or tokens of a wrong type. */
export function readFlatMessage(message: FlatMessage): MessageView {
  switch (message.type) {
    case 'user':
      return { ...base(message), role: 'user', origin: 'user', text: textOf(message.text), kinds: kindsOf(message) }
    case 'assistant':
      return readFlatStep(message)
    case 'idle': {
      const { outcome, error } = message
      return {
        ...base(message),
        role: 'idle',
        outcome,
        ...(error !== undefined && error !== null && { error: readRunError(error) }),
      }
    }
    case 'synthetic':
    case 'system':
    case 'skill':
      return { ...base(message), role: 'user', origin: 'opencode', text: textOf(message.text), kinds: [] }
    case 'shell':
    case 'compaction':
    case 'agent-switched':
    case 'model-switched':
    case 'location-switched':
    default:
      return { ...base(message), role: 'note', kind: textOf(message.type), text: noteText(message) }
  }
}

function base({ id, time }: FlatMessage): { id: string; createdAt?: number } {
  return { id: textOf(id), ...(typeof time?.created === 'number' && { createdAt: time.created }) }
}

function kindsOf({ files, agents, skills }: FlatUserMessage): string[] {
  const attached = [
    ['file', files],
    ['agent', agents],
    ['skill', skills],
  ] as const
  return attached.flatMap(([kind, list]) => (Array.isArray(list) ? list.map(() => kind) : []))
}

function noteText({ text, summary, command, agent }: FlatNoteMessage): string {
  return [text, summary, command, agent].find((value) => typeof value === 'string' && value !== '')?.toString() ?? ''
}
