import { checkChoice, checkInteger, checkKeys, checkRecord, checkString, isRecord } from '../model/checks.ts'

const statuses = ['connected', 'disabled', 'failed', 'needs_auth', 'needs_client_registration'] as const

/** The state of an MCP server, in the words of opencode 1.x. */
export type McpStatus = (typeof statuses)[number]

/** A status, or a status with the error that opencode reports beside it. */
export type McpStatusOption = McpStatus | { readonly status: McpStatus; readonly error?: string }

interface McpState {
  readonly status: McpStatus
  readonly error?: string
}

/** The MCP servers of a fake. A change with `afterPolls` shows after that many answers of `GET /mcp` (design section 1.4, "Polls"). */
export class McpServers {
  readonly #shown = new Map<string, McpState>()
  readonly #changes = new Map<string, { readonly state: McpState; hiddenPolls: number }>()

  set(path: string, name: string, option: McpStatusOption, hiddenPolls = 0): void {
    checkString('setMcpStatus(name)', name, "an MCP server's name")
    checkInteger('afterPolls', hiddenPolls)
    const state = readState(path, option)
    this.#changes.delete(name)
    if (hiddenPolls === 0) this.#shown.set(name, state)
    else this.#changes.set(name, { state, hiddenPolls })
  }

  /** The status of each by now; asking for it is no poll. */
  get all(): Readonly<Record<string, McpState>> {
    return Object.fromEntries(this.#shown)
  }

  /** Whether there is a server of that name, or will be after some polls. */
  has(name: string): boolean {
    return this.#shown.has(name) || this.#changes.has(name)
  }

  /** What one `GET /mcp` answers. */
  poll(): Readonly<Record<string, McpState>> {
    const answer = Object.fromEntries(this.#shown)
    for (const [name, change] of this.#changes) {
      change.hiddenPolls -= 1
      if (change.hiddenPolls > 0) continue
      this.#changes.delete(name)
      this.#shown.set(name, change.state)
    }
    return answer
  }
}

function readState(path: string, option: unknown): McpState {
  if (!isRecord(option)) return withError(checkChoice(path, option, statuses))
  const fields = checkRecord(path, option)
  checkKeys(path, fields, ['status', 'error'])
  const status = checkChoice(`${path}.status`, fields['status'], statuses)
  return fields['error'] === undefined
    ? withError(status)
    : { status, error: checkString(`${path}.error`, fields['error']) }
}

/** These two never come without an error on the wire (facts/opencode-1x.md section 10). */
const withError = (status: McpStatus): McpState =>
  status === 'failed' || status === 'needs_client_registration'
    ? { status, error: 'MCP error -32000: Connection closed' }
    : { status }
