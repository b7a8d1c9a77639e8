import { awaitOutcome } from './await-outcome.ts'
import type { ToolEnd } from './tool-end.ts'

/** What the script says a tool gives, over what the tool gives by itself. */
export async function giveOutcome(
  run: Parameters<typeof awaitOutcome>[0],
  own: Partial<ToolEnd> | ((output: string) => Partial<ToolEnd>) = {},
): Promise<ToolEnd> {
  const given = await awaitOutcome(run)
  const natural = typeof own === 'function' ? own(given.output ?? '') : own
  return {
    output: given.output ?? natural.output ?? '',
    title: given.title ?? natural.title ?? '',
    metadata: { ...natural.metadata, ...given.metadata, truncated: false },
  }
}
