/**
 * An event of any opencode stream, unwrapped: `type` and `props` (the wire's `properties` or `data`) as the server sent them.
 * 1.3.2 sends no `id`; `seq` is there for durable events, where their place in their session is sent along; `directory` where a stream
 * of several directories names it (facts/opencode-1x.md sections 1 and 12, facts/opencode-1x-preview-api.md section 1).
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
