import { elideLines } from '../src/model/elide.ts'
import type { ReceivedEvent } from './received-events.ts'

/** The types of events and how often each came, in the order they first did, at most 20 lines; '' for none. */
export function emittedTypes(events: readonly ReceivedEvent[]): string {
  const counts = new Map<string, number>()
  for (const { envelope } of events) counts.set(envelope.type, (counts.get(envelope.type) ?? 0) + 1)
  const width = Math.max(0, ...[...counts.values()].map((count) => String(count).length))
  const lines = [...counts].map(([type, count]) => `${String(count).padStart(width)} × ${type}`)
  return lines.length === 0 ? '' : ['Emitted:', ...elideLines(lines, 20)].join('\n')
}
