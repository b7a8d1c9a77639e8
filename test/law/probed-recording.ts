import { readFileSync } from 'node:fs'
import type { EventObject } from '../../src/wire/envelope.ts'

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
  readonly sse: readonly EventObject[]
}

/** The probed recording `name`. */
export const readProbed = (name: string): ProbedRecording =>
  JSON.parse(readFileSync(new URL(`../fixtures/captures/1.18.33-probed/${name}.json`, import.meta.url), 'utf8'))
