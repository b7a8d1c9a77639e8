import { readFileSync } from 'node:fs'

/** An exchange of a probed recording, with how many events the client had when it asked, and when it was answered. */
export interface ProbedExchange {
  readonly method: string
  readonly path: string
  readonly requestBody?: unknown
  readonly sentAt: number
  readonly answeredAt: number
  readonly status: number
  readonly body: unknown
}

/** A recording of `captures/1.18.33-probed/`: it holds the script that `fakeDeepSeek` played to the real server. */
export interface ProbedRecording {
  readonly script: readonly unknown[]
  readonly http: readonly ProbedExchange[]
  readonly sse: readonly TypedEvent[]
}

/** An event without its id. */
export interface TypedEvent {
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** The probed recording `name`. */
export const readProbed = (name: string): ProbedRecording =>
  JSON.parse(readFileSync(new URL(`../fixtures/captures/1.18.33-probed/${name}.json`, import.meta.url), 'utf8'))

/**
 * Those of the first `count` events that are of the recording's own sessions: the server still told of the scenario before when this
 * one began.
 */
export function ownEvents(sse: readonly TypedEvent[], count: number = sse.length): readonly TypedEvent[] {
  const created = new Set(
    sse.filter(({ type }) => type === 'session.created').map(({ properties }) => properties['sessionID']),
  )
  return sse
    .slice(0, count)
    .filter(({ properties: { sessionID } }) => sessionID === undefined || created.has(sessionID))
}
