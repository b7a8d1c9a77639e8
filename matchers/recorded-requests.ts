import { InvalidOptionError } from '../src/errors.ts'
import { isRecord } from '../src/model/checks.ts'

/** A request as a fake or model recorded it, read by its shape. */
export type RecordedRequest = Readonly<Record<string, unknown>>

/** The requests that `received` recorded, oldest first. Throws InvalidOptionError for what records none. */
export function recordedRequests(
  matcher: string,
  received: unknown,
  expected = 'a fake or model that records its requests',
): readonly RecordedRequest[] {
  const requests = isRecord(received) ? received['requests'] : undefined
  if (Array.isArray(requests) && requests.every(isRecord)) return requests
  throw new InvalidOptionError({ path: `${matcher} received`, expected, received })
}
