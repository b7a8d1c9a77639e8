/** A body: a web stream, or anything that yields its bytes. Chunks may end within a frame, a line or a character. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>

/** A body that is being read as text. */
export interface ByteSource {
  readonly chunks: AsyncIterable<string>
  /** Stops the reading, also while a read is pending; what was buffered is dropped. */
  readonly release: () => Promise<void>
  readonly isReleased: () => boolean
}

/** Opens `stream` for reading. */
export function openByteSource(stream: ByteStream): ByteSource {
  const { read, cancel } = 'getReader' in stream ? webReading(stream) : iterableReading(stream)
  let released = false
  const release = async (): Promise<void> => {
    if (released) return
    released = true
    await cancel()
  }
  return { chunks: textOf(read, release), release, isReleased: () => released }
}

interface Reading {
  /** Undefined at the end. */
  readonly read: () => Promise<Uint8Array | string | undefined>
  readonly cancel: () => Promise<unknown>
}

async function* textOf(read: Reading['read'], release: ByteSource['release']): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  let ended = false
  try {
    for (let chunk = await read(); chunk !== undefined; chunk = await read()) {
      yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    }
    ended = true
    // A character that the stream was cut in.
    const rest = decoder.decode()
    if (rest !== '') yield rest
  } finally {
    // A stream that came to its end has nothing left to release.
    if (!ended) await release()
  }
}

function webReading(stream: ReadableStream<Uint8Array>): Reading {
  const reader = stream.getReader()
  return {
    read: async () => (await reader.read()).value,
    cancel: () => reader.cancel(),
  }
}

function iterableReading(stream: AsyncIterable<Uint8Array | string>): Reading {
  const iterator = stream[Symbol.asyncIterator]()
  return {
    read: async () => {
      const { done, value } = await iterator.next()
      return done === true ? undefined : value
    },
    cancel: async () => iterator.return?.(),
  }
}
