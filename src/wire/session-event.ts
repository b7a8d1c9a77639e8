import type { Envelope } from './envelope.ts'

/** An event of a session on its way to the reader of its dialect. `type` has no version suffix; `at` is epoch ms. */
export interface SessionEvent {
  readonly id: string | undefined
  readonly type: string
  readonly props: Envelope['props']
  readonly sessionID: string
  readonly at: number | undefined
}
