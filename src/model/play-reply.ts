import { ModelConnectionError } from '../errors.ts'
import { copyPlain } from './copy-plain.ts'
import { playTurn } from './play-turn.ts'
import { createBlockCounter } from './reply-event.ts'
import type { RespondOptions } from './respond-options.ts'
import type { ScriptedBlock, ScriptedTurn } from './scripted-turn.ts'
import type { Block, ModelReply } from './turn.ts'
import type { Usage } from './usage.ts'

/**
 * Plays a turn as a model's answer, with its delays, and resolves to it. Rejects with the Error that the turn is, ModelHttpError,
 * ModelConnectionError for a refusal and any cut (a hang waits for the abort), the signal's reason, or what a listener throws.
 */
export async function playReply(
  turn: ScriptedTurn,
  usage: Usage,
  { onText, onEvent, signal = new AbortController().signal }: RespondOptions,
): Promise<ModelReply> {
  if (turn.refusal?.cause) throw turn.refusal.cause
  const toReplyEvent = createBlockCounter()
  let sent = 0
  let text = ''
  for await (const event of playTurn(turn, signal)) {
    signal.throwIfAborted()
    const told = toReplyEvent(event)
    if (!told) continue
    await onEvent?.(told)
    if (told.type === 'block-delta') {
      sent += 1
      if (told.kind === 'text') text += told.delta
    }
    // A block that a cut leaves open has no end; and a silence is waited for, so its text goes out before it.
    const isOver = told.type === 'block-end' || (told.type === 'block-delta' && sent === turn.cut?.after)
    if (!isOver || text === '') continue
    await onText?.(text)
    text = ''
  }
  signal.throwIfAborted()
  if (turn.cut) throw new ModelConnectionError('reset')
  return replyOf(turn, usage)
}

function replyOf({ blocks, finish }: ScriptedTurn, usage: Usage): ModelReply {
  const joined = (kind: 'reasoning' | 'text'): string =>
    blocks.flatMap((block) => (block.kind === kind ? block.deltas : [])).join('')
  return {
    blocks: blocks.map(toBlock),
    text: joined('text'),
    reasoning: joined('reasoning'),
    toolCalls: blocks.flatMap((block) => (block.kind === 'tool' ? [copyPlain(block.call)] : [])),
    finish,
    usage,
  }
}

/** Copies: what an agent does to its reply changes no script. */
function toBlock(block: ScriptedBlock): Block {
  if (block.kind === 'tool') return copyPlain(block.call)
  if (block.kind === 'raw') return { type: 'raw', block: copyPlain(block.block) }
  const text = block.deltas.join('')
  return block.kind === 'reasoning' ? { type: 'reasoning', text } : text
}
