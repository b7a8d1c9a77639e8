import type { BodyChunk } from '../http/fake-handler.ts'
import { LiveBody } from '../http/live-body.ts'
import { every } from '../http/real-timers.ts'
import { SocketFault } from '../http/socket-fault.ts'
import type { Cut } from '../model/turn.ts'
import { DurableEvents, toRow } from './durable-events.ts'
import type { EmittedEvent } from './emitted-event.ts'
import type { EventView } from './event-view.ts'
import { HeldEvents } from './held-events.ts'
import type { IdSource } from './id-source.ts'

/**
 * An event as its server puts it on its stream: opencode 1.x on `GET /event`, 2.x on `GET /api/event`. One of 2.x has `created`, `data`,
 * `durable` and `location` there; `properties` is then another name of its `data`, which is not enumerable.
 */
export interface OpencodeServerEvent {
  readonly id: string
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** Where an event happened, and whether the server keeps it. */
export interface EventOrigin {
  readonly directory: string
  /** Events of the preview's runs name none (captures/1.18.33-api/14-framing.json). */
  readonly project?: string
  /** A durable event of this aggregate, with the `seq` that the aggregate counts; `version` of its shape, default 1. */
  readonly durable?: { readonly aggregateID: string; readonly seq: number; readonly version?: number }
  /** An event of the test's own. */
  readonly emitted?: boolean
  /** Epoch ms, in 2.x. */
  readonly created?: number
  /** Told on the log of its session alone, in 2.x: no event of the fake's. */
  readonly internal?: boolean
}

/** How a dialect writes an event on its streams. */
export type WriteEvent = (event: OpencodeServerEvent, origin: EventOrigin) => OpencodeServerEvent

interface EventStream {
  readonly view: EventView
  readonly onEnd: (() => void) | undefined
  readonly body: LiveBody
  readonly stop: () => void
  /** Nothing is sent on it any more, though it stays open. */
  silent: boolean
}

/** Takes the events of a fake, keeps them, and sends them to the open streams in the order they came. */
export class EventHub {
  readonly #ids: IdSource
  readonly #keep: number
  readonly #replay: boolean
  readonly #log: { readonly event: OpencodeServerEvent; readonly origin: EventOrigin }[] = []
  readonly #streams = new Set<EventStream>()
  readonly #held = new HeldEvents()
  /** Default: as it is. */
  write: WriteEvent = (event) => event
  /** What `POST /sync/history` answers from. */
  readonly durable: DurableEvents = new DurableEvents()

  constructor({ ids, record, replay }: { ids: IdSource; record: number; replay: boolean }) {
    this.#ids = ids
    this.#keep = record
    this.#replay = replay
  }

  /** The events so far, all directories, oldest first, without connected and heartbeat frames. */
  get events(): readonly OpencodeServerEvent[] {
    return this.#log.map(({ event }) => event)
  }

  publish(origin: EventOrigin, type: string, properties: Readonly<Record<string, unknown>>): OpencodeServerEvent {
    const event = this.write({ id: this.#ids.next('evt'), type, properties }, origin)
    if (origin.durable) this.durable.add(toRow(event, origin.durable))
    this.#held.pass(type, () => this.#send(event, origin))
    return event
  }

  /** Sends an event of the test's own at once, also one of a type that is held, and changes nothing else. */
  emit(origin: EventOrigin, { id, type, properties = {} }: EmittedEvent): OpencodeServerEvent {
    const event = this.write({ id: id ?? this.#ids.next('evt'), type, properties }, origin)
    this.#send(event, { ...origin, emitted: true })
    return event
  }

  /** Lets events of a type wait until the returned function is called (held-events.ts). */
  hold(type: unknown): () => void {
    return this.#held.hold(type)
  }

  /** How many clients hold an event stream open, also one that has fallen silent. */
  get openStreams(): number {
    return this.#streams.size
  }

  /** Breaks, ends or silences every open stream behind what was sent; returns how many. */
  cut(how: Cut): number {
    const streams = [...this.#streams].filter(({ silent }) => !silent)
    for (const stream of streams) {
      if (how === 'end') this.#end(stream)
      if (how === 'reset') {
        this.#close(stream)
        stream.body.fail(new SocketFault('read', 'ECONNRESET'))
      }
      if (how === 'hang') {
        stream.stop()
        stream.silent = true
      }
    }
    return streams.length
  }

  /** An event of the whole server, which `/global/event` alone sends (captures/1.18.33/16d-global-dispose.json). */
  publishGlobal(type: string): void {
    const payload = { id: this.#ids.next('evt'), type, properties: {} }
    this.#held.pass(type, () => {
      for (const { view, body, silent } of this.#streams) if (view.global && !silent) body.push(view.global(payload))
    })
  }

  /**
   * The body of a new event stream: connected at once, then `past`, then what happens, as `view` tells it. `onEnd` is called when
   * nothing more comes, whoever ended it.
   */
  open(
    view: EventView,
    { past = [], onEnd }: { past?: readonly string[]; onEnd?: () => void } = {},
  ): AsyncIterable<BodyChunk> {
    const stream: EventStream = {
      view,
      onEnd,
      body: new LiveBody({ onCancel: () => this.#close(stream) }),
      stop: every(view.interval, () => this.#mark(stream, 'server.heartbeat')),
      silent: false,
    }
    this.#streams.add(stream)
    this.#mark(stream, 'server.connected')
    for (const frame of past) stream.body.push(frame)
    if (this.#replay) for (const { event, origin } of this.#log) send(stream, event, origin)
    return stream.body
  }

  /** Sends a heartbeat to every open stream now. */
  heartbeat(): void {
    for (const stream of this.#streams) this.#mark(stream, 'server.heartbeat')
  }

  /** The directories that open streams listen on, when there are any and none of them hears `directory`. */
  deafStreams(directory: string): readonly string[] {
    const listened = [...this.#streams].filter(({ silent }) => !silent).map(({ view }) => view.directory)
    return listened.some((heard) => heard === undefined || heard === directory)
      ? []
      : listened.filter((heard) => heard !== undefined)
  }

  /** Ends the streams of one directory; those of `/global/event` go on. */
  end(directory: string): void {
    for (const stream of this.#streams) if (stream.view.directory === directory && !stream.silent) this.#end(stream)
  }

  /** Ends every open stream; what is held is never sent. */
  close(): void {
    this.#held.clear()
    for (const stream of this.#streams) this.#end(stream)
  }

  #send(event: OpencodeServerEvent, origin: EventOrigin): void {
    if (!origin.internal) this.#log.push({ event, origin })
    if (this.#log.length > this.#keep) this.#log.shift()
    for (const stream of this.#streams) {
      send(stream, event, origin)
      if (!stream.silent && stream.view.ends?.(event)) this.#end(stream)
    }
  }

  #mark(stream: EventStream, type: 'server.connected' | 'server.heartbeat'): void {
    const event = { id: this.#ids.next('evt'), type, properties: {} }
    this.#held.pass(type, () => {
      const frame = stream.view.mark(event)
      if (frame !== undefined && !stream.silent) stream.body.push(frame)
    })
  }

  #end(stream: EventStream): void {
    this.#close(stream)
    stream.body.end()
  }

  #close(stream: EventStream): void {
    stream.stop()
    this.#streams.delete(stream)
    stream.onEnd?.()
  }
}

function send({ view, body, silent }: EventStream, event: OpencodeServerEvent, origin: EventOrigin): void {
  if (!silent) for (const frame of view.frames(event, origin)) body.push(frame)
}
