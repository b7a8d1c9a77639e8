import { checkInteger, checkRecord, checkString } from '../model/checks.ts'

/** An agent of the fake: its name, or an object with a name and any field of opencode's agent. */
export type AgentOption =
  | string
  | { readonly name: string; readonly description?: string; readonly [field: string]: unknown }

/** An agent as `GET /agent` lists it. */
export interface Agent {
  readonly name: string
  readonly mode: string
  readonly [field: string]: unknown
}

const described: Readonly<Record<string, string>> = {
  build: 'The default agent. Executes tools based on configured permissions.',
  plan: 'Plan mode. Disallows all edit tools.',
}

/** The agents of a fake. One added with `afterPolls` shows after that many answers of `GET /agent` (design section 1.4, "Polls"). */
export class AgentList {
  readonly #entries: { readonly agent: Agent; hiddenPolls: number }[] = []

  add(path: string, option: AgentOption, hiddenPolls = 0): void {
    checkInteger('afterPolls', hiddenPolls)
    const agent = readAgent(path, option)
    const known = this.#entries.findIndex((entry) => entry.agent.name === agent.name)
    if (known !== -1) this.#entries.splice(known, 1)
    this.#entries.push({ agent, hiddenPolls })
  }

  /** The agents that exist by now. */
  get all(): readonly Agent[] {
    return this.#entries.filter(({ hiddenPolls }) => hiddenPolls === 0).map(({ agent }) => agent)
  }

  /** What one `GET /agent` answers. */
  poll(): readonly Agent[] {
    const shown = this.all
    for (const entry of this.#entries) entry.hiddenPolls = Math.max(0, entry.hiddenPolls - 1)
    return shown
  }
}

function readAgent(path: string, option: AgentOption): Agent {
  const fields =
    typeof option === 'string'
      ? { name: option }
      : checkRecord(path, option, 'an agent (a name, or an object with a name)')
  const name = checkString(`${path}.name`, fields['name'], "an agent's name")
  const description = described[name]
  return {
    name,
    ...(description !== undefined && { description }),
    mode: 'primary',
    native: description !== undefined,
    permission: [],
    options: {},
    ...fields,
  }
}
