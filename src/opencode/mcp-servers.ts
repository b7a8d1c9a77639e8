import { checkChoice, checkInteger, checkKeys, checkRecord, checkString, isRecord } from '../model/checks.ts'

/** The state of an MCP server. 1.x alone has `needs_client_registration`, 2.x alone `pending`. */
export type McpStatus = 'connected' | 'disabled' | 'failed' | 'needs_auth' | 'needs_client_registration' | 'pending'

/** A status, or a status with the error that opencode reports beside it. */
export type McpStatusOption = McpStatus | { readonly status: McpStatus; readonly error?: string }

interface McpState {
  readonly status: McpStatus
  readonly error?: string
}

interface McpDialect {
  readonly statuses: readonly McpStatus[]
  /** Those that never come without an error. */
  readonly withError: readonly McpStatus[]
}

/** The MCP servers of a fake. A change with `afterPolls` shows after that many answers of `GET /mcp` (design section 1.4, "Polls"). */
export class McpServers {
  readonly #dialect: McpDialect
  readonly #shown = new Map<string, McpState>()
  readonly #changes = new Map<string, { readonly state: McpState; hiddenPolls: number }>()
  /** Called with the name of a server whose status is another from now on, or that is gone. */
  onChange: (name: string) => void = () => undefined

  constructor(dialect: '1.18' | '2.0') {
    this.#dialect = DIALECTS[dialect]
  }

  set(path: string, name: string, option: McpStatusOption, hiddenPolls = 0): void {
    checkString('setMcpStatus(name)', name, "an MCP server's name")
    checkInteger('afterPolls', hiddenPolls)
    const state = this.#readState(path, option)
    this.#changes.delete(name)
    if (hiddenPolls === 0) this.#show(name, state)
    else this.#changes.set(name, { state, hiddenPolls })
  }

  /** Takes a server out, also one that was to come. */
  remove(name: string): void {
    this.#changes.delete(name)
    this.#shown.delete(name)
    this.onChange(name)
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
      this.#show(name, change.state)
    }
    return answer
  }

  #show(name: string, state: McpState): void {
    this.#shown.set(name, state)
    this.onChange(name)
  }

  #readState(path: string, option: unknown): McpState {
    const { statuses } = this.#dialect
    if (!isRecord(option)) return this.#withError(checkChoice(path, option, statuses))
    const fields = checkRecord(path, option)
    checkKeys(path, fields, ['status', 'error'])
    const status = checkChoice(`${path}.status`, fields['status'], statuses)
    if (fields['error'] === undefined) return this.#withError(status)
    return { status, error: checkString(`${path}.error`, fields['error']) }
  }

  #withError(status: McpStatus): McpState {
    if (!this.#dialect.withError.includes(status)) return { status }
    return {
      status,
      error: status === 'needs_auth' ? 'Authentication required' : 'MCP error -32000: Connection closed',
    }
  }
}

/** In 1.x these two never come without an error on the wire (facts/opencode-1x.md section 10), in 2.x these two (facts/opencode-2x.md section 1.3). */
const DIALECTS: Readonly<Record<'1.18' | '2.0', McpDialect>> = {
  '1.18': {
    statuses: ['connected', 'disabled', 'failed', 'needs_auth', 'needs_client_registration'],
    withError: ['failed', 'needs_client_registration'],
  },
  '2.0': {
    statuses: ['connected', 'pending', 'disabled', 'failed', 'needs_auth'],
    withError: ['failed', 'needs_auth'],
  },
}
