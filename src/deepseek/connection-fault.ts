import type { ModelConnectionError } from '../errors.ts'

/** An error of the socket, as Node's: what a client finds as the cause. */
class SocketFault extends Error {
  readonly code: string
  readonly syscall: string

  constructor(syscall: string, code: string, { cause }: { cause: unknown }) {
    super(`${syscall} ${code}`, { cause })
    this.code = code
    this.syscall = syscall
  }
}

/** What a scripted connection fails with: the script's own error, else what Node's socket says, ECONNREFUSED or ECONNRESET. */
export function connectionFault(error: ModelConnectionError): Error {
  if (error.cause instanceof Error) return error.cause
  return error.how === 'refused'
    ? new SocketFault('connect', 'ECONNREFUSED', { cause: error })
    : new SocketFault('read', 'ECONNRESET', { cause: error })
}
