import type { ModelConnectionError } from '../errors.ts'
import { SocketFault } from '../http/socket-fault.ts'

/** What a scripted connection fails with: the script's own error, else what Node's socket says, ECONNREFUSED or ECONNRESET. */
export function connectionFault(error: ModelConnectionError): Error {
  if (error.cause instanceof Error) return error.cause
  return error.how === 'refused'
    ? new SocketFault('connect', 'ECONNREFUSED', { cause: error })
    : new SocketFault('read', 'ECONNRESET', { cause: error })
}
