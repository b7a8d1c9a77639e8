import type { EventObject } from '../wire/envelope.ts'
import { readAsked } from '../wire/read-asked.ts'
import { readEnvelope } from '../wire/read-envelope.ts'
import { readPersonEvent } from '../wire/read-person-request.ts'
import { readRetry } from '../wire/read-retry.ts'

/** What a run waits for, by the events that came so far. */
export class Waiting {
  readonly #sessionID: string
  /** Id of a request to text. */
  readonly #asked = new Map<string, string>()
  #retry: string | undefined
  #last: string | undefined

  constructor(sessionID: string) {
    this.#sessionID = sessionID
  }

  /** Takes in an event of any session: a sub-agent's may be what its parent waits for. */
  note(event: EventObject): void {
    const told = readPersonEvent(event)
    if (told && 'asked' in told) this.#asked.set(told.asked.id, whatIs(event, told.asked.sessionID, this.#sessionID))
    if (told && 'settled' in told) this.#asked.delete(told.settled)
    const envelope = readEnvelope(event)
    if (!envelope || envelope.sessionID !== this.#sessionID) return
    this.#last = envelope.type
    const retry = readRetry(envelope)
    this.#retry = retry && `attempt ${retry.failed} failed with ${JSON.stringify(retry.message)}`
  }

  /** As the end of a sentence: what it waits for, else how far it got. */
  toString(): string {
    const asked = [...this.#asked.values()]
    if (asked.length > 0)
      return `it waits for an answer to ${asked.join(' and ')}; answer it with attachHuman() or over HTTP`
    if (this.#retry !== undefined) return `it waits for a retry: ${this.#retry}`
    return this.#last === undefined
      ? 'no event of the session has come'
      : `the last event of the session was ${this.#last}`
  }
}

function whatIs(event: EventObject, sessionID: string, own: string): string {
  const asked = readAsked(event)
  const what =
    asked?.kind === 'permission' ? `${asked.permission} ${asked.patterns.join(', ')}` : asked?.texts.join(' / ')
  const kind = asked?.kind === 'permission' ? 'the permission' : 'the question'
  return `${kind} ${JSON.stringify(what?.trim() ?? '')}${sessionID === own ? '' : ` of session ${sessionID}`}`
}
