import { playTurn } from '../../model/play-turn.ts'
import type { ScriptedTurn } from '../../model/scripted-turn.ts'

/** Plays a turn for its text alone: what it says, and what it used. Throws as `playTurn` does. */
export async function readText(
  turn: ScriptedTurn,
  signal: AbortSignal,
  onDelta?: (delta: string) => void,
): Promise<{ readonly text: string; readonly usage: ScriptedTurn['usage'] }> {
  let text = ''
  let kind: string | undefined
  let usage: ScriptedTurn['usage'] = 'omitted'
  for await (const event of playTurn(turn, signal)) {
    signal.throwIfAborted()
    if (event.type === 'block-start') ({ kind } = event)
    if (event.type === 'finish') ({ usage } = event)
    if (event.type !== 'block-delta' || kind !== 'text') continue
    text += event.delta
    onDelta?.(event.delta)
  }
  return { text, usage }
}

/** A title as opencode reads one in a reply: its first line, at most 100 characters. */
export function titleIn(text: string): string {
  const line = text.split('\n').find((candidate) => candidate.trim() !== '')
  const title = line?.trim() ?? ''
  return title.length > 100 ? `${title.slice(0, 97)}...` : title
}
