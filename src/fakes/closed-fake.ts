import { NetworkRefusedError } from '../errors.ts'
import type { FakeRequest } from '../http/fake-handler.ts'

/** What a request to a fake that was closed fails with; `reason` says when it was. */
export function closedFake({ method, url }: FakeRequest, label: string, reason: string): NetworkRefusedError {
  const message = `${method} ${url.origin}${url.pathname} was refused: this ${label} is closed; ${reason}.`
  return new NetworkRefusedError(message, { origin: url.origin })
}
