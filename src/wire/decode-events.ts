import { createParser } from 'eventsource-parser'
import { WireDriftError } from '../errors.ts'
import { type ByteSource, type ByteStream, openByteSource } from './byte-source.ts'
import type { Envelope } from './envelope.ts'
import { isKnownEventType } from './is-known-event-type.ts'
import { parseEnvelope } from './parse-envelope.ts'

/** What to do with frames that are not as expected. Both are called as the frame is read, before later frames are given out. */
export interface DecodeEventsOptions {
  /** Told of each event of a type that no supported version is known to send. It is given out all the same. */
  readonly onUnknown?: (event: Envelope) => void
  /** Given each frame that is no event; without it, such a frame ends the iteration with the error. `data` is the frame's text. */
  readonly onDrift?: (error: WireDriftError, data: string) => void
}

/**
 * The events of an SSE body, as they come: a response's `body`, or any async iterable of its bytes, cut anywhere. A last frame
 * without its blank line counts. Leaving the loop releases the stream. Rejects with WireDriftError for a frame that is no event
 * (without `onDrift`), and with whatever the stream fails with.
 */
export function decodeEvents(stream: ByteStream, options: DecodeEventsOptions = {}): AsyncIterableIterator<Envelope> {
  const source = openByteSource(stream)
  const events = decode(source, options)
  return {
    next: () => events.next(),
    // The source first: an iterator's own `return()` waits behind a read that is pending.
    return: async () => {
      await source.release()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* decode(source: ByteSource, options: DecodeEventsOptions): AsyncGenerator<Envelope, undefined> {
  const frames: string[] = []
  const parser = createParser({ onEvent: ({ data }) => frames.push(data) })
  for await (const chunk of source.chunks) {
    parser.feed(chunk)
    yield* envelopes(frames.splice(0), options)
  }
  // A stream that was left has a torn frame at its end, as every stream has.
  if (source.isReleased()) return
  parser.feed('\n\n')
  yield* envelopes(frames.splice(0), options)
}

function* envelopes(frames: readonly string[], { onUnknown, onDrift }: DecodeEventsOptions): Generator<Envelope> {
  for (const data of frames) {
    let envelope: Envelope
    try {
      envelope = parseEnvelope(data)
    } catch (error) {
      if (!onDrift || !(error instanceof WireDriftError)) throw error
      onDrift(error, data)
      continue
    }
    if (onUnknown && !isKnownEventType(envelope.type)) onUnknown(envelope)
    yield envelope
  }
}
