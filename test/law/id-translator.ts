import type { TypedEvent } from './probed-recording.ts'

const id = /\b(?:ses|msg|prt|per|que)_[0-9a-f]{12}[0-9A-Za-z]{14}\b/g

/**
 * Returns a function that puts a fake's own ids in the place of recorded ones. Requests to a person are matched by the call they are
 * for, as parallel ones come in any order; the others by their place among the ids of their kind.
 */
export function idTranslator(recorded: readonly TypedEvent[], own: readonly TypedEvent[]): (text: string) => string {
  const wanted = idsOf(recorded)
  const given = new Map(idsOf(own).map(({ key, value }) => [key, value]))
  const names = new Map(wanted.map(({ key, value }) => [value, given.get(key)]))
  return (text) => text.replace(id, (name) => names.get(name) ?? name)
}

interface NamedID {
  readonly key: string
  readonly value: string
}

function idsOf(events: readonly TypedEvent[]): readonly NamedID[] {
  const asked = events.filter(({ type }) => type.endsWith('.asked')).map(({ properties }) => askedID(properties))
  const known = new Set(asked.map(({ value }) => value))
  const others = [...new Set(JSON.stringify(events).match(id))].filter((value) => !known.has(value))
  const counts = new Map<string, number>()
  const counted = others.map((value) => {
    const kind = value.slice(0, 3)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return { key: `${kind} ${counts.get(kind)}`, value }
  })
  return [...asked, ...counted]
}

function askedID({ id: value, permission, tool }: TypedEvent['properties']): NamedID {
  return { key: `${String(permission)} ${String(Object(tool).callID)}`, value: String(value) }
}
