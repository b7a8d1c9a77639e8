interface WireEvent {
  readonly type: string
  readonly properties?: unknown
}

/**
 * Sets aside what of a step with tools depends on how long things took on the recorded machine. Events of calls, and the end of the
 * text beside them, that stand together are ordered by part: which of two parallel calls, or of a call and the text, is told of first
 * changes from run to run. A request for a person stands before its call's first upsert as running, or behind it
 * (facts/opencode-1x.md section 8). The first of those upserts has or has not what the call has shown since: the real server sends
 * what the part holds when it gets to it (section 1). And how often a call is shown as running, with nothing new to show, changes from
 * run to run: only the first of such upserts is kept.
 */
export function settleOrder(events: readonly WireEvent[]): readonly WireEvent[] {
  const parts = partOrder(events)
  const settled: WireEvent[] = []
  let group: WireEvent[] = []
  const flush = (): void => {
    const ranked = group.map((event, index) => ({ event, index, part: rankOf(event, parts), step: stepOf(event) }))
    ranked.sort((one, other) => one.part - other.part || one.step - other.step || one.index - other.index)
    settled.push(...ranked.map(({ event }) => event))
    group = []
  }
  for (const event of withoutRepeats(events)) {
    if (rankOf(event, parts) !== -1 && isOfTools(event)) group.push(event)
    else {
      flush()
      settled.push(event)
    }
  }
  flush()
  return settled
}

function withoutRepeats(events: readonly WireEvent[]): readonly WireEvent[] {
  const shown = new Map<unknown, string>()
  return events.map(withoutEmptyOutput).filter((event) => {
    const { id, state } = partOf(event)
    if (Object(state)['status'] !== 'running') return true
    const now = JSON.stringify({ ...Object(state), time: undefined })
    const repeats = shown.get(id) === now
    shown.set(id, now)
    return !repeats
  })
}

/** Each part's and each call's place: that of its first event. */
function partOrder(events: readonly WireEvent[]): ReadonlyMap<string, number> {
  const order = new Map<string, number>()
  for (const [index, event] of events.entries()) {
    const part = partOf(event)
    for (const name of [part['id'], part['callID']]) {
      if (typeof name === 'string' && !order.has(name)) order.set(name, index)
    }
  }
  return order
}

const partOf = ({ properties }: WireEvent): Readonly<Record<string, unknown>> => Object(Object(properties)['part'])

const rankOf = (event: WireEvent, order: ReadonlyMap<string, number>): number => {
  const { callID } = Object(Object(event.properties)['tool'])
  return order.get(String(event.type.endsWith('.asked') ? callID : partOf(event)['id'])) ?? -1
}

function isOfTools(event: WireEvent): boolean {
  if (event.type.endsWith('.asked')) return true
  const part = partOf(event)
  return part['type'] === 'tool' || (part['type'] === 'text' && Object(part['time'])['end'] !== undefined)
}

function stepOf(event: WireEvent): number {
  if (event.type.endsWith('.asked')) return 1
  return Object(partOf(event)['state'])['status'] === 'pending' ? 0 : 2
}

function withoutEmptyOutput(event: WireEvent): WireEvent {
  const part = partOf(event)
  const { metadata, ...state } = Object(part['state'])
  if (state.status !== 'running' || Object(metadata).output !== '') return event
  return { ...event, properties: { ...Object(event.properties), part: { ...part, state } } }
}
