import { performance } from 'node:perf_hooks'
import { ReadableStream, TextDecoderStream, TextEncoderStream, TransformStream, WritableStream } from 'node:stream/web'
import { clearImmediate, setImmediate } from 'node:timers'
import { TextDecoder, TextEncoder } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { MessagePort } from 'node:worker_threads'

/**
 * jsdom's window lacks what undici needs as soon as it is loaded, what its clients read a stream with and what the fakes use: a realm without them gets
 * Node's (facts/undici-and-runners.md section 3). What is there stays. Not `MessageChannel`, which undici does without, and whose open
 * port would keep a process alive.
 *
 * To be loaded before undici: under Vitest's vm pools a CommonJS dependency runs while its importers are still being linked, so that
 * there a setup file imports this one statically and everything behind undici with `await import()`.
 */
const needed: Readonly<Record<string, unknown>> = {
  ReadableStream,
  WritableStream,
  TransformStream,
  TextDecoderStream,
  TextEncoderStream,
  TextDecoder,
  TextEncoder,
  MessagePort,
  setImmediate,
  clearImmediate,
  structuredClone: (value: unknown): unknown => deserialize(serialize(value)),
}

/** Defines what is not there. */
function fill(target: object, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
  }
}

fill(globalThis, needed)

// The window of Jest 29's jsdom is of an age when there was neither of these.
fill(URL, {
  canParse(url: string, base?: string): boolean {
    try {
      return Boolean(new URL(url, base))
    } catch {
      return false
    }
  },
})
fill(AbortSignal.prototype, {
  throwIfAborted(this: AbortSignal): void {
    if (this.aborted) throw this.reason
  },
})

// fetch calls it at the end of each request, and takes it from the global `performance` while it is loaded.
fill(globalThis.performance, { markResourceTiming: performance.markResourceTiming.bind(performance) })
