/**
 * An event of any opencode stream, unwrapped: `type` and `props` (the wire's `properties` or `data`) as the server sent them.
 * 1.3.2 sends no `id`; `seq` and `directory` come from wrapped and persisted forms (facts/opencode-1x.md sections 1 and 12).
 */
export interface Envelope {
  readonly id?: string
  readonly type: string
  readonly props: Readonly<Record<string, unknown>>
  readonly sessionID?: string
  readonly seq?: number
  readonly directory?: string
}

/** An event object as a stream of opencode carries it, or an `Envelope` that was made of one. */
export interface EventObject {
  readonly id?: string
  readonly type: string
  readonly properties?: object
}
