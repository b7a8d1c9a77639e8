import type { ModelEvent } from './play-turn.ts'
import type { ToolCall } from './tool-call.ts'

type BlockKind = 'reasoning' | 'text' | 'tool'

/** What a model says while it answers, block by block. `index` counts the reply's blocks from 0; a tool call's deltas are its arguments'. */
export type ReplyEvent =
  | { readonly type: 'block-start'; readonly index: number; readonly kind: 'reasoning' | 'text' }
  | { readonly type: 'block-start'; readonly index: number; readonly kind: 'tool'; readonly call: ToolCall }
  | { readonly type: 'block-delta'; readonly index: number; readonly kind: BlockKind; readonly delta: string }
  | { readonly type: 'block-end'; readonly index: number; readonly kind: BlockKind }
  | { readonly type: 'raw'; readonly index: number; readonly block: unknown }

/** Turns the events of a stream into those of its blocks, each with its place and kind. */
export function createBlockCounter(): (event: ModelEvent) => ReplyEvent | undefined {
  let index = -1
  let kind: BlockKind = 'text'
  return (event) => {
    switch (event.type) {
      case 'block-start':
        index += 1
        kind = event.kind
        return event.kind === 'tool'
          ? { type: 'block-start', index, kind: 'tool', call: event.call }
          : { type: 'block-start', index, kind: event.kind }
      case 'block-delta':
        return { type: 'block-delta', index, kind, delta: event.delta }
      case 'block-end':
        return { type: 'block-end', index, kind }
      case 'raw':
        index += 1
        return { type: 'raw', index, block: event.block }
      case 'start':
      case 'keep-alive':
      case 'content-end':
      case 'finish':
        return undefined
    }
  }
}
