import { isAnyArrayBuffer } from 'node:util/types'
import { iterateBody } from '../http/iterate-body.ts'
import { boundaryOf, encodeFormData, isFormData } from './encode-form-data.ts'
import { isBlob } from './is-blob.ts'

/** A request's bytes, and the content-type its body brings along where the client set none. */
export interface RequestBody {
  readonly bytes: Uint8Array
  readonly contentType?: string
}

/** The boundary for forms that come without a content-type: a fixed one, so that records are the same in every run. */
const ownBoundary = '----formdata-opencode-testing'

/**
 * The bytes of a request body of any kind a dispatcher may get: text, bytes, Blob, FormData, a web or Node stream, an iterable or
 * async iterable of text or bytes (facts/undici-and-runners.md section 8). An abort of `signal` lets go of a stream that is being
 * read; the promise then stays pending or resolves with what came, and the caller has left.
 */
export async function readRequestBody(
  body: unknown,
  { contentType, signal }: { contentType: string | undefined; signal: AbortSignal },
): Promise<RequestBody> {
  if (body === null || body === undefined) return { bytes: new Uint8Array() }
  if (isFormData(body)) {
    const boundary = boundaryOf(contentType) ?? ownBoundary
    return { bytes: await encodeFormData(body, boundary), contentType: `multipart/form-data; boundary=${boundary}` }
  }
  if (isBlob(body)) {
    const bytes = new Uint8Array(await body.arrayBuffer())
    return body.type === '' ? { bytes } : { bytes, contentType: body.type }
  }
  if (typeof body === 'string' || isBytes(body)) return { bytes: toBytes(body) }
  if (isIterable(body)) return { bytes: await readAll(body, signal) }
  throw new TypeError(`request body: expected text, bytes or an iterable of them, received ${typeof body}`)
}

async function readAll(body: AsyncIterable<unknown> | Iterable<unknown>, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const reader = iterateBody(body)
  const release = (): void => reader.release(signal.reason)
  signal.addEventListener('abort', release)
  try {
    for (let result = await reader.next(); !result.done; result = await reader.next())
      chunks.push(toBytes(result.value))
  } finally {
    signal.removeEventListener('abort', release)
  }
  return Buffer.concat(chunks)
}

function toBytes(chunk: unknown): Uint8Array {
  if (typeof chunk === 'string') return Buffer.from(chunk)
  if (ArrayBuffer.isView(chunk)) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  if (isAnyArrayBuffer(chunk)) return Buffer.from(chunk)
  throw new TypeError(`request body chunk: expected text or bytes, received ${typeof chunk}`)
}

function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) || isAnyArrayBuffer(value)
}

function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== 'object' || value === null) return false
  return (
    Symbol.asyncIterator in value ||
    Symbol.iterator in value ||
    ('getReader' in value && typeof value.getReader === 'function')
  )
}
