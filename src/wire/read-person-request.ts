import { isEventType } from './is-event-type.ts'
import { isRecord } from './is-record.ts'
import { readEnvelope } from './read-envelope.ts'

/** What a server asks a person. `fields`: the request as its event and its list have it. */
export interface PersonRequest {
  readonly kind: 'permission' | 'questions' | 'form'
  readonly id: string
  readonly sessionID: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Where the session works, where the stream or list names it. */
  readonly directory?: string
}

/** What an event says of requests to a person: a new one, or the id of one that was answered or dismissed. */
export type PersonEvent = { readonly asked: PersonRequest } | { readonly settled: string }

const ASKED = [
  ['permission.asked', 'permission'],
  ['permission.v2.asked', 'permission'],
  ['question.asked', 'questions'],
  ['question.v2.asked', 'questions'],
  ['form.created', 'form'],
] as const

const SETTLED = [
  'permission.replied',
  'permission.v2.replied',
  'question.replied',
  'question.rejected',
  'question.v2.replied',
  'question.v2.rejected',
  'form.replied',
  'form.cancelled',
]

/** What `event` says of requests to a person, in any dialect; undefined where it says nothing. Never throws. */
export function readPersonEvent(event: unknown): PersonEvent | undefined {
  const envelope = readEnvelope(event)
  if (!envelope) return undefined
  const { type, props, directory } = envelope
  if (SETTLED.some((name) => isEventType(type, name))) {
    const id = props['requestID'] ?? props['id']
    return typeof id === 'string' ? { settled: id } : undefined
  }
  const kind = askedKind(type)
  const asked = kind && readPersonRequest(kind, kind === 'form' ? props['form'] : props, directory)
  return asked && { asked }
}

/** What kind of request an event of this type brings; undefined where it brings none. */
export const askedKind = (type: string): PersonRequest['kind'] | undefined =>
  ASKED.find(([name]) => isEventType(type, name))?.[1]

/** A request as an event or a list of pending ones has it; undefined for what is none. */
export function readPersonRequest(
  kind: PersonRequest['kind'],
  fields: unknown,
  directory?: string,
): PersonRequest | undefined {
  if (!isRecord(fields)) return undefined
  const { id, sessionID } = fields
  if (typeof id !== 'string' || typeof sessionID !== 'string') return undefined
  return { kind, id, sessionID, fields, ...(directory !== undefined && { directory }) }
}
