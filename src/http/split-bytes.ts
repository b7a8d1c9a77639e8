import type { BodyChunk } from './fake-handler.ts'

/**
 * A text as the writes of a body: of `size` bytes each, the last one shorter, and cut where the bytes fall, also within a character.
 * Without a size it is one write. An empty text is none.
 */
export function splitBytes(text: string, size: number | undefined): BodyChunk[] {
  if (text === '') return []
  if (size === undefined) return [text]
  const bytes = new TextEncoder().encode(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}
