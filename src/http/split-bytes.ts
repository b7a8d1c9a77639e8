/** A text body as writes of `size` bytes each, the last one shorter. Characters are cut where the bytes fall. */
export async function* splitBytes(
  body: AsyncIterable<string>,
  size: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  for await (const text of body) {
    const bytes = encoder.encode(text)
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  }
}
