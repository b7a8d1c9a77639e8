import type { FlatContent, FlatReasoning, FlatText, FlatTool } from './flat-content.ts'
import type { FlatAssistantMessage } from './flat-message.ts'

/** Which text of a step is meant: the preview API names them, 2.x counts those of a kind (facts/opencode-2x.md section 2). */
export interface TextKey {
  readonly id?: string
  readonly ordinal?: number
}

type Fields = Readonly<Record<string, unknown>>

/** The step with `fields` set on a text of the model, or on what it thought; new where there was none. */
export function putText(
  step: FlatAssistantMessage,
  type: 'text' | 'reasoning',
  { id, ordinal = -1 }: TextKey,
  fields: (before: FlatText | FlatReasoning | undefined) => Fields,
): FlatAssistantMessage {
  const ofKind = step.content.filter((item): item is FlatText | FlatReasoning => item.type === type)
  const before = id === undefined ? ofKind[ordinal] : ofKind.find((item) => item.id === id)
  return put(step, before, { type, ...(id !== undefined && { id }), text: '', ...before, ...fields(before) })
}

/** The step with `fields` set on a call of a tool; new where there was none. */
export function putTool(
  step: FlatAssistantMessage,
  id: string,
  fields: (before: FlatTool) => Fields,
): FlatAssistantMessage {
  const found = step.content.find((item) => item.type === 'tool' && item.id === id)
  const before = found?.type === 'tool' ? found : undefined
  const tool: FlatTool = before ?? {
    type: 'tool',
    id,
    name: '',
    state: { status: 'pending', input: '' },
    time: { created: 0 },
  }
  return put(step, before, { ...tool, ...fields(tool) })
}

function put(step: FlatAssistantMessage, before: FlatContent | undefined, item: FlatContent): FlatAssistantMessage {
  const content = before ? step.content.map((each) => (each === before ? item : each)) : [...step.content, item]
  return { ...step, content }
}
