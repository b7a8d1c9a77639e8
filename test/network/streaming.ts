/** Options of a request whose body is a stream; the DOM's types know no `duplex`, and Node demands it. */
export function streaming(body: ReadableStream<Uint8Array>, options: RequestInit = {}): RequestInit {
  return Object.assign({ method: 'POST', body, duplex: 'half' }, options)
}
