import type { RunResult } from '../src/model/run-result.ts'

/** What a failure text shows of a run below the values: its error, where it has one, and its transcript. */
export function runReport(run: RunResult): string[] {
  return [errorLine(run), run.toString()]
}

function errorLine({ error }: RunResult): string {
  if (error === null) return ''
  const { name, type, status, message } = error
  const kind = [name ?? type, status].filter((word) => word !== undefined).join(' ')
  return `Error: ${kind ? `${kind}: ` : ''}${message}`
}
