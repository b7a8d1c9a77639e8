import { TextDecoder } from 'node:util'
import type { FakeRequest } from './fake-handler.ts'

/** A request from its parts. Header names are lower-cased; `host` is added where the transport holds none, as HTTP/1.1 does. */
export function createFakeRequest({
  method,
  url,
  headers,
  body,
  signal,
}: {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  signal: AbortSignal
}): FakeRequest {
  const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const text = (): string => new TextDecoder().decode(body)
  return {
    method,
    url,
    headers: { host: url.host, ...lowerCase },
    body,
    signal,
    text,
    json: (): unknown => JSON.parse(text()),
  }
}
