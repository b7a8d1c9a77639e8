import { ModelConnectionError, ModelHttpError } from '../errors.ts'
import type { ScriptedBlock, ScriptedTurn } from './scripted-turn.ts'
import type { ToolCall } from './tool-call.ts'
import { wait, waitForAbort } from './wait.ts'

/**
 * What a model's stream says, step by step: `start` when the headers are there, `content-end` after the last block. `block-end` does not
 * come where the stream breaks off, nor `content-end` and `finish` where it ends before its time.
 */
export type ModelEvent =
  | { readonly type: 'start' | 'keep-alive' | 'block-end' | 'content-end' }
  | { readonly type: 'block-start'; readonly kind: 'reasoning' | 'text' }
  | { readonly type: 'block-start'; readonly kind: 'tool'; readonly call: ToolCall }
  | { readonly type: 'block-delta'; readonly delta: string }
  | { readonly type: 'raw'; readonly block: unknown }
  | { readonly type: 'finish'; readonly finish: string; readonly usage: ScriptedTurn['usage'] }

type ModelEvents = AsyncGenerator<ModelEvent, void, undefined>

/**
 * Plays a turn as a model's stream, with its delays and cuts, on the test's timers. Throws ModelHttpError where the turn is an HTTP
 * error, ModelConnectionError where the connection fails or breaks, and the signal's reason when it aborts.
 */
export async function* playTurn(turn: ScriptedTurn, signal: AbortSignal): ModelEvents {
  const { blocks, delays, cut } = turn
  await wait(delays.beforeHeaders, signal)
  if (turn.refusal) throw new ModelConnectionError('refused', turn.refusal)
  if (turn.failure) throw new ModelHttpError(turn.failure)
  yield { type: 'start' }
  let sent = 0
  let begun = false
  for (const block of blocks) {
    if (block.kind === 'raw') {
      yield* waitAlive(begun ? 0 : delays.first, turn, signal)
      begun = true
      yield { type: 'raw', block: block.block }
      continue
    }
    let open = false
    for (const delta of block.deltas) {
      if (cut?.after === sent) {
        if (!begun) yield* waitAlive(delays.first, turn, signal)
        yield* breakOff(turn, signal)
        return
      }
      yield* waitAlive(begun ? delays.chunk : delays.first, turn, signal)
      // Only the first delta opens a block: a stream that breaks before it shows nothing of the block.
      if (!open) yield blockStart(block)
      open = true
      begun = true
      yield { type: 'block-delta', delta }
      sent += 1
    }
    if (block.deltas.length === 0) {
      yield* waitAlive(begun ? 0 : delays.first, turn, signal)
      begun = true
      yield blockStart(block)
      open = true
    }
    if (open && cut?.after !== sent) yield { type: 'block-end' }
  }
  if (!begun) yield* waitAlive(delays.first, turn, signal)
  if (cut) {
    yield* breakOff(turn, signal)
    return
  }
  yield { type: 'content-end' }
  if (!turn.stream.omitFinish && !turn.stream.errorFrame)
    yield { type: 'finish', finish: turn.finish, usage: turn.usage }
}

/** Ends the stream as the turn's cut says; a hang ends only when the client leaves. */
async function* breakOff(turn: ScriptedTurn, signal: AbortSignal): ModelEvents {
  if (turn.cut?.how === 'reset') throw new ModelConnectionError('reset')
  if (turn.cut?.how === 'hang') yield* waitAlive(Infinity, turn, signal)
}

/** Waits `ms`, with a keep-alive each time the turn's interval is over. */
async function* waitAlive(ms: number, { delays: { keepAlive } }: ScriptedTurn, signal: AbortSignal): ModelEvents {
  const interval = keepAlive ?? Infinity
  let left = ms
  for (; left > interval; left -= interval) {
    await wait(interval, signal)
    yield { type: 'keep-alive' }
  }
  await (left === Infinity ? waitForAbort(signal) : wait(left, signal))
}

const blockStart = (block: Exclude<ScriptedBlock, { readonly kind: 'raw' }>): ModelEvent =>
  block.kind === 'tool'
    ? { type: 'block-start', kind: 'tool', call: block.call }
    : { type: 'block-start', kind: block.kind }
