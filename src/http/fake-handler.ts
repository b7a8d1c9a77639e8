/** A chunk of a body: text is sent as UTF-8. */
export type BodyChunk = string | Uint8Array

/** A request as a fake sees it: plain data, nothing of the realm's `Request`. */
export interface FakeRequest {
  readonly method: string
  readonly url: URL
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  text(): string
  /** The body parsed; throws a SyntaxError when it is no JSON. */
  json(): unknown
  /** Aborted when the client leaves, before or after the answer. */
  readonly signal: AbortSignal
}

/**
 * An answer. A body that throws is a connection that breaks there; one that waits is a stalled connection. Default status 200.
 */
export interface FakeResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: BodyChunk | AsyncIterable<BodyChunk> | null
  readonly trailers?: Readonly<Record<string, string>>
}

/**
 * A fake server: a pure function on plain data. It works the same behind a dispatcher, behind `fetch` and on a loopback socket.
 * What it throws is a connection that fails before any header, with the error as its cause.
 */
export type FakeHandler = (request: FakeRequest) => FakeResponse | Promise<FakeResponse>
