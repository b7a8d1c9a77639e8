import type { FakeHuman } from '../../model/fake-human.ts'
import type { PersonRequest } from '../../wire/read-person-request.ts'
import type { HttpCall } from '../http-call.ts'

/** How a server of a dialect is answered: where it asks, and which call is an answer. */
export interface HumanDialect {
  /** Its stream of events, of all directories. */
  readonly stream: string
  /** Where its pending requests of a kind are listed. */
  readonly pending: (kind: PersonRequest['kind'], directory: string | undefined) => string
  /** The kinds of requests it has. */
  readonly kinds: readonly PersonRequest['kind'][]
  /** What a request asks, as a person reads it. */
  readonly textOf: (request: PersonRequest) => string
  /** Asks the person, and resolves to the call that tells the server. */
  readonly answer: (human: FakeHuman, request: PersonRequest) => Promise<HttpCall>
  /** The call that dismisses a request. */
  readonly dismiss: (request: PersonRequest) => HttpCall
}
