import type { ReplyEvent } from '../model/reply-event.ts'
import { argumentsText, isToolCall, type ToolCall } from '../model/tool-call.ts'
import type { Block } from '../model/turn.ts'
import type { LanguageModelPart } from './language-model-types.ts'

/** Turns what a model says into parts of a stream. `raw`: whether its raw blocks are wanted. */
export function createPartWriter(raw: boolean): (event: ReplyEvent) => LanguageModelPart[] {
  let call: ToolCall | undefined
  return (event) => {
    switch (event.type) {
      case 'raw':
        return raw ? [{ type: 'raw', rawValue: event.block }] : []
      case 'block-start':
        call = event.kind === 'tool' ? event.call : undefined
        if (event.kind === 'tool') return [{ type: 'tool-input-start', id: event.call.id, toolName: event.call.name }]
        return [{ type: `${event.kind}-start`, id: idOf(event) }]
      case 'block-delta':
        if (event.kind === 'tool') return [{ type: 'tool-input-delta', id: call?.id ?? '', delta: event.delta }]
        return [{ type: `${event.kind}-delta`, id: idOf(event), delta: event.delta }]
      case 'block-end':
        if (event.kind === 'tool') return call ? endOfCall(call) : []
        return [{ type: `${event.kind}-end`, id: idOf(event) }]
    }
  }
}

/** The events of a reply that was given without any. */
export function eventsOf(blocks: readonly Block[]): ReplyEvent[] {
  return blocks.flatMap((block, index): ReplyEvent[] => {
    if (typeof block !== 'string' && !isToolCall(block) && block.type === 'raw') {
      return [{ type: 'raw', index, block: block.block }]
    }
    if (isToolCall(block)) {
      const rest = { index, kind: 'tool' } as const
      return [
        { ...rest, type: 'block-start', call: block },
        { ...rest, type: 'block-delta', delta: argumentsText(block) },
        { ...rest, type: 'block-end' },
      ]
    }
    const [kind, delta] = typeof block === 'string' ? (['text', block] as const) : (['reasoning', block.text] as const)
    return [
      { type: 'block-start', index, kind },
      { type: 'block-delta', index, kind, delta },
      { type: 'block-end', index, kind },
    ]
  })
}

const endOfCall = (call: ToolCall): LanguageModelPart[] => [
  { type: 'tool-input-end', id: call.id },
  { type: 'tool-call', toolCallId: call.id, toolName: call.name, input: argumentsText(call) },
]

const idOf = ({ kind, index }: { readonly kind: string; readonly index: number }): string => `${kind}-${index}`
