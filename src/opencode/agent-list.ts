import { checkInteger, checkRecord, checkString } from '../model/checks.ts'
import { ownValue } from '../model/own-value.ts'

/** An agent of the fake: its name, or an object with a name and any field of an agent of the `version`, such as 2.x's `permissions`. */
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
  readonly #shown = new Map<string, Agent>()
  readonly #changes = new Map<string, { readonly agent: Agent; hiddenPolls: number }>()
  /** Called when the list is another from now on. */
  onChange: () => void = () => undefined

  /** Adds an agent, or puts it in the place of the one of its name, which stays as it is until the polls are over. */
  add(path: string, option: AgentOption, hiddenPolls = 0): void {
    checkInteger('afterPolls', hiddenPolls)
    const agent = readAgent(path, option)
    this.#changes.delete(agent.name)
    if (hiddenPolls === 0) this.#show(agent)
    else this.#changes.set(agent.name, { agent, hiddenPolls })
  }

  /** The agents that exist by now. */
  get all(): readonly Agent[] {
    return [...this.#shown.values()]
  }

  /** What one `GET /agent` answers. */
  poll(): readonly Agent[] {
    const answer = this.all
    for (const [name, change] of this.#changes) {
      change.hiddenPolls -= 1
      if (change.hiddenPolls > 0) continue
      this.#changes.delete(name)
      this.#show(change.agent)
    }
    return answer
  }

  #show(agent: Agent): void {
    this.#shown.set(agent.name, agent)
    this.onChange()
  }
}

function readAgent(path: string, option: AgentOption): Agent {
  const fields =
    typeof option === 'string'
      ? { name: option }
      : checkRecord(path, option, 'an agent (a name, or an object with a name)')
  const name = checkString(`${path}.name`, fields['name'], "an agent's name")
  const description = ownValue(described, name)
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
