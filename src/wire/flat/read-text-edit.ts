import { pickFields } from '../pick-fields.ts'
import type { SessionEvent } from '../session-event.ts'
import { putText, type TextKey } from './put-item.ts'
import type { StepEdit } from './read-step-edit.ts'

const EXTRAS = ['state', 'providerMetadata']

/** What an event changes in a text of the model, or in what it thought; undefined for another event. Never throws. */
export function readTextEdit(name: string, props: SessionEvent['props'], at: number): StepEdit | undefined {
  const { text } = props
  const [type, phase] = name.split('.')
  if (type !== 'text' && type !== 'reasoning') return undefined
  const key = keyOf(props)
  if (phase === 'started') {
    const time = type === 'reasoning' ? { time: { created: at } } : {}
    return (step) => putText(step, type, key, () => ({ ...time, ...pickFields(props, EXTRAS) }))
  }
  if (phase !== 'ended' || typeof text !== 'string') return undefined
  return (step) =>
    putText(step, type, key, (before) => {
      const created = before?.type === 'reasoning' ? (before.time?.created ?? at) : at
      const time = type === 'reasoning' ? { time: { created, completed: at } } : {}
      return { text, ...time, ...pickFields(props, EXTRAS) }
    })
}

function keyOf({ textID, reasoningID, ordinal }: SessionEvent['props']): TextKey {
  const id = textID ?? reasoningID
  if (typeof id === 'string') return { id }
  return typeof ordinal === 'number' ? { ordinal } : {}
}
