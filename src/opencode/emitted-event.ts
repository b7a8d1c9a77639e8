import { InvalidOptionError } from '../errors.ts'
import { checkJson } from '../model/check-json.ts'
import { checkKeys, checkRecord, checkString } from '../model/checks.ts'

/** An event of the test's own, for `emit()`. One of `.events` is one as well: sent again, it is a duplicate with the same id. */
export interface EmittedEvent {
  /** Default a new one. */
  readonly id?: string
  readonly type: string
  /** JSON; in 2.x it is sent as `data`, and may be called so here. Default `{}`. With a `sessionID` of a session of the fake the event goes to that session's directory. */
  readonly properties?: Readonly<Record<string, unknown>>
  readonly data?: Readonly<Record<string, unknown>>
}

/** A copy of an event that a test wants to be sent. Throws InvalidOptionError for what is none. */
export function readEmittedEvent(event: unknown): EmittedEvent {
  const given = checkRecord('emit(event)', event, 'an event { type, properties? }')
  // What an event of 2.x has beside these is the server's to say.
  checkKeys('emit(event)', given, ['id', 'type', 'properties', 'data', 'created', 'durable', 'location'])
  const type = checkString('emit(event).type', given['type'], 'an event type')
  if (type === '') throw new InvalidOptionError({ path: 'emit(event).type', expected: 'an event type', received: type })
  const properties = checkRecord(
    'emit(event).properties',
    checkJson('emit(event).properties', given['properties'] ?? given['data'] ?? {}),
  )
  if (given['id'] === undefined) return { type, properties }
  return { id: checkString('emit(event).id', given['id']), type, properties }
}
