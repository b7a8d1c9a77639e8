import type { Drift } from './find-drift.ts'

/** A drift that came in one script or more. */
interface Row {
  readonly kind: string
  readonly detail: string
  readonly scripts: string[]
}

/** The differences as a table, each once, with the scripts it came in; without any, one line that says so. */
export function printReport(version: string, scripts: number, drifts: readonly Drift[]): string {
  const head = `opencode ${version}: ${scripts} scripts`
  if (drifts.length === 0) return `${head}, no difference\n`
  const rows = new Map<string, Row>()
  for (const { kind, detail, script } of drifts) {
    const key = `${kind} ${detail}`
    const row = rows.get(key) ?? { kind, detail, scripts: [] }
    if (!row.scripts.includes(script)) row.scripts.push(script)
    rows.set(key, row)
  }
  const lines = [...rows.values()].map(({ kind, detail, scripts: seen }) => {
    const [first = '', ...others] = seen
    return `${kind.padEnd(13)} | ${others.length > 0 ? `${first} and ${others.length} more` : first} | ${detail}`
  })
  return [`${head}, ${rows.size} differences`, '', 'what          | script | difference', ...lines, ''].join('\n')
}
