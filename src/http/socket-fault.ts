/** An error of the socket, as Node's: `read ECONNRESET` with its `code` and `syscall`. What a client finds as the cause. */
export class SocketFault extends Error {
  readonly code: string
  readonly syscall: string

  constructor(syscall: string, code: string, options?: { cause: unknown }) {
    super(`${syscall} ${code}`, options)
    this.code = code
    this.syscall = syscall
  }
}
