import { nextTurn } from '../../http/real-timers.ts'
import type { ToolOutcome } from '../../model/tool-call.ts'
import { wait, waitForAbort } from '../../model/wait.ts'
import { ToolFailure } from './tool-failure.ts'

/**
 * Waits for what the script says a tool gives; `{}` where it says nothing. It comes after the stream that called the tool, as long as
 * that has no delays of its own, and after the outcome's own delay. Throws ToolFailure where the script has an Error.
 */
export async function awaitOutcome({
  outcome,
  signal,
}: {
  readonly outcome: ToolOutcome | undefined
  readonly signal: AbortSignal
}): Promise<Exclude<ToolOutcome, string | Error>> {
  await nextTurn()
  signal.throwIfAborted()
  if (outcome instanceof Error) throw new ToolFailure(outcome.message)
  const given = typeof outcome === 'string' ? { output: outcome } : (outcome ?? {})
  if (given.delay) await (given.delay === Infinity ? waitForAbort(signal) : wait(given.delay, signal))
  return given
}
