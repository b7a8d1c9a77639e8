import type { EventOrigin, OpencodeServerEvent } from './event-hub.ts'

/** How one event stream tells what happens: which events it hears, and how it writes them. */
export interface EventView {
  /** The directory whose events it hears; undefined: those of all. */
  readonly directory: string | undefined
  /** ms between its heartbeats. */
  readonly interval: number
  /** The frames of an event; none for one that this stream does not tell. */
  readonly frames: (event: OpencodeServerEvent, origin: EventOrigin) => readonly string[]
  /** The frame that a stream begins with, and its heartbeat; undefined where it has none. */
  readonly mark: (event: OpencodeServerEvent) => string | undefined
  /** Whether the stream ends with an event, behind what it says of it. Default: never. */
  readonly ends?: (event: OpencodeServerEvent) => boolean
  /** The frame of an event of the whole server; without it the stream does not tell them. */
  readonly global?: (event: OpencodeServerEvent) => string
}
