import { ModelHttpError } from '../errors.ts'
import type { ScriptedTurn } from './scripted-turn.ts'
import { wait, waitForAbort } from './wait.ts'

/** What a model's stream says, step by step: `start` when the headers are there. `block-end` does not come where the stream breaks off. */
export type ModelEvent =
  | { readonly type: 'start' }
  | { readonly type: 'block-start'; readonly kind: 'reasoning' | 'text' }
  | { readonly type: 'block-delta'; readonly delta: string }
  | { readonly type: 'block-end' }
  | { readonly type: 'finish'; readonly finish: string; readonly usage: ScriptedTurn['usage'] }

/**
 * Plays a turn as a model's stream, with its delays and faults, on the test's timers. Throws ModelHttpError where the turn is an
 * HTTP error, and the signal's reason when it aborts.
 */
export async function* playTurn(turn: ScriptedTurn, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
  const { blocks, delays, cut } = turn
  await wait(delays.beforeHeaders, signal)
  if (turn.failure) throw new ModelHttpError(turn.failure)
  yield { type: 'start' }
  let sent = 0
  for (const { kind, deltas } of blocks) {
    let open = false
    for (const delta of deltas) {
      if (cut?.after === sent) await waitForAbort(signal)
      await wait(sent === 0 ? delays.first : delays.chunk, signal)
      // Only the first delta opens a block: a stream that breaks before it shows nothing of the block.
      if (!open) yield { type: 'block-start', kind }
      open = true
      yield { type: 'block-delta', delta }
      sent += 1
    }
    if (cut?.after !== sent) yield { type: 'block-end' }
  }
  if (cut) await waitForAbort(signal)
  if (sent === 0) await wait(delays.first, signal)
  yield { type: 'finish', finish: turn.finish, usage: turn.usage }
}
