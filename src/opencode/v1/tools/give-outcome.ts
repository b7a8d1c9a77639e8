import { nextTurn } from '../../../http/real-timers.ts'
import { wait, waitForAbort } from '../../../model/wait.ts'
import { type ToolEnd, ToolFailure, type ToolRun } from './tool.ts'

/**
 * What the script says a tool gives, over what the tool gives by itself. It comes after the stream that called the tool, as long as
 * that has no delays of its own, and after the outcome's own delay.
 */
export async function giveOutcome(
  { outcome, signal }: Pick<ToolRun, 'outcome' | 'signal'>,
  own: Partial<ToolEnd> | ((output: string) => Partial<ToolEnd>) = {},
): Promise<ToolEnd> {
  await nextTurn()
  signal.throwIfAborted()
  if (outcome instanceof Error) throw new ToolFailure(outcome.message)
  const given = typeof outcome === 'string' ? { output: outcome } : (outcome ?? {})
  if (given.delay) await (given.delay === Infinity ? waitForAbort(signal) : wait(given.delay, signal))
  const natural = typeof own === 'function' ? own(given.output ?? '') : own
  return {
    output: given.output ?? natural.output ?? '',
    title: given.title ?? natural.title ?? '',
    metadata: { ...natural.metadata, ...given.metadata, truncated: false },
  }
}
