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

for (const [name, value] of Object.entries(needed)) {
  if (name in globalThis) continue
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}

// That of Jest 29 is of an age when there was none.
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base))
  } catch {
    return false
  }
}

// fetch calls it at the end of each request, and takes it from the global `performance` while it is loaded.
if (!('markResourceTiming' in globalThis.performance)) {
  const value = performance.markResourceTiming.bind(performance)
  Object.defineProperty(globalThis.performance, 'markResourceTiming', { value, configurable: true, writable: true })
}
