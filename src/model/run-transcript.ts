import type { RunResult } from './run-result.ts'

/** Placeholder. */
export function runTranscript(run: RunResult): string {
  return `run: ${run.outcome}`
}
