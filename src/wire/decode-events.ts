import { createParser } from 'eventsource-parser'
import { WireDriftError } from '../errors.ts'
import { type ByteSource, type ByteStream, openByteSource } from './byte-source.ts'
import type { Envelope } from './envelope.ts'
import { isKnownEventType } from './is-known-event-type.ts'
import { oncePerType } from './once-per-type.ts'
import { parseEnvelope } from './parse-envelope.ts'

/** Events of one type that no supported version is known to send. `count` goes on counting after the report. */
export interface UnknownEvents {
  readonly type: string
  /** The first of them. */
  readonly event: Envelope
  /** How many came so far. */
  readonly count: number
}

/** Frames of one type that are no events. `count` goes on counting after the report. `type` is 'event frame' where it cannot be told. */
export interface DriftedFrames {
  readonly type: string
  /** What is wrong with the first of them. */
  readonly error: WireDriftError
  /** The text of the first of them. */
  readonly data: string
  /** How many came so far. */
  readonly count: number
}

/**
 * What to do with frames that are not as expected. Each is called once for each type, as soon as its first frame is read. What it is
 * given is kept up to date: at any later time its `count` says how many there were, so that an endless stream fills no log.
 */
export interface DecodeEventsOptions {
  /** Told of events of a type that is not known. They are given out all the same. */
  readonly onUnknown?: (events: UnknownEvents) => void
  /** Told of frames that are no events, and are left out; without it, such a frame ends the iteration with the error. */
  readonly onDrift?: (frames: DriftedFrames) => void
}

/**
 * The events of an SSE body, as they come: a response's `body`, or any async iterable of its bytes, cut anywhere. A last frame
 * without its blank line counts. Leaving the loop releases the stream. Rejects with WireDriftError for a frame that is no event
 * (without `onDrift`), and with whatever the stream or a callback fails with.
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

async function* decode(
  source: ByteSource,
  { onUnknown, onDrift }: DecodeEventsOptions,
): AsyncGenerator<Envelope, undefined> {
  const frames: string[] = []
  const parser = createParser({ onEvent: ({ data }) => frames.push(data) })
  const reportUnknown = oncePerType(onUnknown)
  const reportDrift = oncePerType(onDrift)
  for await (const chunk of source.chunks) {
    parser.feed(chunk)
    yield* envelopes()
  }
  // A stream that was left has a torn frame at its end, as every stream has.
  if (source.isReleased()) return
  parser.feed('\n\n')
  yield* envelopes()

  function* envelopes(): Generator<Envelope> {
    for (const data of frames.splice(0)) {
      const event = read(data)
      if (!event) continue
      if (!isKnownEventType(event.type)) reportUnknown?.({ type: event.type, event, count: 1 })
      yield event
    }
  }

  function read(data: string): Envelope | undefined {
    try {
      return parseEnvelope(data)
    } catch (error) {
      if (!reportDrift || !(error instanceof WireDriftError)) throw error
      reportDrift({ type: error.type, error, data, count: 1 })
      return undefined
    }
  }
}
