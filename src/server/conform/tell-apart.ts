import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../model/checks.ts'
import type { Envelope } from '../../wire/envelope.ts'
import { createNormaliser } from './set-aside.ts'
import type { Recording } from './conform-client.ts'

/** An event as it is compared: `label` says what it is of, `value` what it says. */
export interface ToldEvent {
  readonly label: string
  readonly value: unknown
}

/** A recording as it is compared. */
export interface Told {
  /** Events whose place is fixed, by session. */
  readonly placed: readonly ToldEvent[]
  /** Those that a server sends when it gets to it. */
  readonly unplaced: readonly ToldEvent[]
  readonly answers: readonly ToldEvent[]
}

/**
 * A recording without what depends on the moment: sessions are told one after another, calls and the end of a text beside them by part,
 * and of the upserts of a call as running one, without what it showed so far (facts/opencode-1x.md sections 1, 4 and 15).
 */
export function tell({ events, answers }: Recording): Told {
  const sessions = [...new Set(events.map(({ sessionID }) => sessionID))]
  const ordered = sessions.flatMap((session) => events.filter(({ sessionID }) => sessionID === session))
  const placed = ordered.filter((event) => !isUnplaced(event))
  const unplaced = sessions.flatMap((session) =>
    byKind(ordered.filter((event) => isUnplaced(event) && event.sessionID === session)),
  )
  const normalise = createNormaliser()
  const toTold = (event: Envelope): ToldEvent => {
    const { type, props } = withoutProgress(event)
    return { label: labelOf(event), value: normalise({ type, properties: props }) }
  }
  return {
    placed: settle(onceRunning(placed)).map(toTold),
    unplaced: distinct(unplaced.map(toTold)),
    answers: answers.map(({ request, status, body }) => {
      const value = normalise({ request, status, body: withoutSummaries(body) })
      return { label: String(isRecord(value) ? value['request'] : request), value }
    }),
  }
}

const partOf = ({ props }: Envelope): Readonly<Record<string, unknown>> => asRecord(props['part'])

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

const statusOf = (event: Envelope): unknown => asRecord(partOf(event)['state'])['status']

/** The summary of what changed on disk, the title, and what follows the idle have no fixed place. */
function isUnplaced({ type, props }: Envelope): boolean {
  if (type === 'session.diff' || type === 'session.updated') return true
  const info = asRecord(props['info'])
  return type === 'message.updated' && info['role'] === 'user' && info['summary'] !== undefined
}

/**
 * Those of one session, kind by kind: the three that a summary tells overtake those of the one before. What the session has used is what
 * it is when they are told, so that only the last says it.
 */
function byKind(events: readonly Envelope[]): readonly Envelope[] {
  const kinds = new Set(events.map(({ type }) => type))
  return [...kinds].toSorted().flatMap((kind) => {
    const own = events.filter(({ type }) => type === kind)
    return own.map((event, index) => (index === own.length - 1 ? event : withoutUsage(event)))
  })
}

/** How often the same is told depends on how busy the machine is. */
function distinct(events: readonly ToldEvent[]): readonly ToldEvent[] {
  return events.filter((event, index) => !events.slice(0, index).some((other) => isDeepStrictEqual(other, event)))
}

function withoutUsage(event: Envelope): Envelope {
  const { cost: _cost, tokens: _tokens, ...info } = asRecord(event.props['info'])
  return event.props['info'] === undefined ? event : { ...event, props: { ...event.props, info } }
}

/** How often a call is told as running depends on how long it took. */
function onceRunning(events: readonly Envelope[]): readonly Envelope[] {
  const running = new Set<unknown>()
  return events.filter((event) => {
    if (statusOf(event) !== 'running') return true
    const isFirst = !running.has(partOf(event)['id'])
    running.add(partOf(event)['id'])
    return isFirst
  })
}

/** What a running call has shown so far is there or not. */
function withoutProgress(event: Envelope): Envelope {
  if (statusOf(event) !== 'running') return event
  const part = partOf(event)
  const { metadata: _metadata, title: _title, ...state } = asRecord(part['state'])
  return { ...event, props: { ...event.props, part: { ...part, state } } }
}

/** Events of calls that stand together, by part: which of two parallel calls is told of first changes from run to run. */
function settle(events: readonly Envelope[]): readonly Envelope[] {
  const order = new Map<unknown, number>()
  for (const [index, event] of events.entries()) {
    const { id, callID } = partOf(event)
    for (const name of [id, callID]) if (name !== undefined && !order.has(name)) order.set(name, index)
  }
  const rank = (event: Envelope): number =>
    order.get(isAsked(event) ? asRecord(event.props['tool'])['callID'] : partOf(event)['id']) ?? -1
  const settled: Envelope[] = []
  let group: Envelope[] = []
  const flush = (): void => {
    settled.push(...group.toSorted((one, other) => rank(one) - rank(other) || stepOf(one) - stepOf(other)))
    group = []
  }
  for (const event of events) {
    if (isOfTools(event)) group.push(event)
    else {
      flush()
      settled.push(event)
    }
  }
  flush()
  return settled
}

const isAsked = ({ type }: Envelope): boolean => type.endsWith('.asked') || type === 'todo.updated'

function isOfTools(event: Envelope): boolean {
  if (isAsked(event)) return true
  const { type, time } = partOf(event)
  return type === 'tool' || (type === 'text' && asRecord(time)['end'] !== undefined)
}

/** A request for a person, or a plan, stands before its call's first upsert as running, or behind it. */
const stepOf = (event: Envelope): number => (statusOf(event) === 'pending' ? 0 : isAsked(event) ? 1 : 2)

/** `message.part.updated tool bash running` */
function labelOf({ type, props }: Envelope): string {
  const part = asRecord(props['part'])
  const info = asRecord(props['info'])
  const status = asRecord(props['status'])
  const words = [part['type'], part['tool'], asRecord(part['state'])['status'], info['role'], status['type']]
  const end = asRecord(part['time'])['end'] === undefined ? [] : ['end']
  const done = asRecord(info['time'])['completed'] === undefined || info['role'] === undefined ? [] : ['completed']
  return [type, ...words.filter((word) => typeof word === 'string'), ...end, ...done].join(' ')
}

/** The summary of a prompt comes when it comes: a list of messages has it already, or not yet. */
function withoutSummaries(body: unknown): unknown {
  if (!Array.isArray(body)) return body
  return body.map((message: unknown) => {
    const info = asRecord(asRecord(message)['info'])
    return info['role'] === 'user' ? { ...asRecord(message), info: { ...info, summary: undefined } } : message
  })
}
