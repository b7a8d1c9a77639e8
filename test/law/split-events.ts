interface WireEvent {
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** A stream's events in two lists: those whose place is fixed, and those that the server sends when it gets to it. */
export interface SplitEvents {
  readonly placed: readonly unknown[]
  readonly unplaced: readonly unknown[]
}

/**
 * The title, the summary, the diff and the user message's upsert come at any place up to mid-stream, or after the idle
 * (facts/opencode-1x.md section 15): their place is set aside, not their presence nor their order among themselves. A
 * `session.updated` keeps its place only where a prompt puts it: first of all, and behind the prompt's parts.
 */
export function splitEvents(events: readonly WireEvent[]): SplitEvents {
  const placed: WireEvent[] = []
  const unplaced: WireEvent[] = []
  for (const event of events) (isUnplaced(event, placed.at(-1)) ? unplaced : placed).push(event)
  const withoutIDs = (list: readonly WireEvent[]): unknown[] =>
    list.map(({ type, properties }) => ({ type, properties }))
  return { placed: withoutIDs(placed), unplaced: withoutIDs(unplaced) }
}

function isUnplaced({ type, properties }: WireEvent, before: WireEvent | undefined): boolean {
  if (type === 'session.diff') return true
  if (type === 'message.updated')
    return fieldOf(properties['info'], 'role') === 'user' && fieldOf(properties['info'], 'summary') !== undefined
  if (type !== 'session.updated') return false
  return !(before?.type === 'session.created' || isUserPart(before))
}

/** The parts of a prompt carry no time of their own; those of a reply do, or are no text. */
function isUserPart(event: WireEvent | undefined): boolean {
  if (event?.type !== 'message.part.updated') return false
  const { part } = event.properties
  return fieldOf(part, 'type') === 'text' && fieldOf(part, 'time') === undefined
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
