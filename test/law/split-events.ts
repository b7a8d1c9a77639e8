import { settleOrder } from './settle-order.ts'

interface WireEvent {
  readonly type: string
  readonly properties?: unknown
}

/** A stream's events in two lists: those whose place is fixed, and those that the server sends when it gets to it. */
export interface SplitEvents {
  readonly placed: readonly unknown[]
  readonly unplaced: readonly unknown[]
}

/**
 * The title, the summary, the diff and the user message's upsert come at any place up to mid-stream, or after the idle
 * (facts/opencode-1x.md section 15): their place is set aside, not their presence, nor the order of those of one type. A
 * `session.updated` keeps its place only where a prompt puts it: first of all, behind the prompt's parts, and behind that one with the
 * permissions that the prompt sets.
 */
export function splitEvents(events: readonly WireEvent[]): SplitEvents {
  const placed: WireEvent[] = []
  const unplaced: WireEvent[] = []
  for (const event of events) (isUnplaced(event, placed.at(-1)) ? unplaced : placed).push(event)
  const withoutIDs = (list: readonly WireEvent[]): unknown[] =>
    list.map(({ type, properties }) => ({ type, properties }))
  return { placed: withoutIDs(settleOrder(placed)), unplaced: withoutIDs(bySession(unplaced)) }
}

function isUnplaced({ type, properties }: WireEvent, before: WireEvent | undefined): boolean {
  if (type === 'session.diff') return true
  const info = fieldOf(properties, 'info')
  if (type === 'message.updated') return fieldOf(info, 'role') === 'user' && fieldOf(info, 'summary') !== undefined
  if (type !== 'session.updated') return false
  if (before?.type === 'session.updated') {
    const earlier = fieldOf(before.properties, 'info')
    return fieldOf(info, 'permission') === undefined || fieldOf(earlier, 'permission') !== undefined
  }
  return !(before?.type === 'session.created' || isUserPart(before))
}

/** The parts of a prompt carry no time of their own; those of a reply do, or are no text. */
function isUserPart(event: WireEvent | undefined): boolean {
  if (event?.type !== 'message.part.updated') return false
  const part = fieldOf(event.properties, 'part')
  return fieldOf(part, 'type') === 'text' && fieldOf(part, 'time') === undefined
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

/** Those of one session and one type keep their order; there is none between sessions, nor between types. */
function bySession(events: readonly WireEvent[]): readonly WireEvent[] {
  const sessions = [...new Set(events.map(sessionOf))]
  const types = [...new Set(events.map(({ type }) => type))].toSorted()
  return sessions.flatMap((session) =>
    types.flatMap((type) => events.filter((event) => event.type === type && sessionOf(event) === session)),
  )
}

const sessionOf = ({ properties }: WireEvent): unknown => fieldOf(properties, 'sessionID')
