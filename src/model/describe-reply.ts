import { elide } from './elide.ts'
import type { ScriptedTurn } from './scripted-turn.ts'

/** A scripted reply in a few words: what it writes and calls, or how it fails. */
export function describeReply(reply: ScriptedTurn | ((...args: never) => unknown)): string {
  if (typeof reply === 'function') return 'a function'
  const { failure, refusal, blocks, cut } = reply
  if (failure) return `HTTP ${failure.status}`
  if (refusal) return 'a connection that fails'
  const told = blocks.map((block) => {
    if (block.kind === 'tool') return `${block.call.name}(${elide(block.deltas.join(''), 60)})`
    return block.kind === 'raw' ? 'a raw block' : `${block.kind} ${JSON.stringify(elide(block.deltas.join(''), 60))}`
  })
  return elide([...(told.length === 0 ? ['nothing'] : told), ...(cut ? [`then ${cut.how}`] : [])].join(', '), 160)
}
