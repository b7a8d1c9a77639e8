import { checkBoolean, checkKeys, checkRecord, checkString } from '../model/checks.ts'
import { ownValue } from '../model/own-value.ts'

/** A command of the fake: what its prompt says, `$ARGUMENTS` or `$1`, `$2` … standing for what the user adds. */
export interface CommandOption {
  readonly template: string
  readonly description?: string
  readonly agent?: string
  /** `provider/model` */
  readonly model?: string
  /** Whether a sub-agent works on it. Default false. */
  readonly subtask?: boolean
}

/** A command as `GET /command` lists it. */
export interface Command extends CommandOption {
  readonly name: string
  readonly source: 'command'
  /** What its template takes. */
  readonly hints: readonly string[]
}

/** The commands that opencode brings along; their templates are the first words of the real ones (captures/1.18.33/13-gets.json). */
const builtIn: Readonly<Record<string, CommandOption>> = {
  init: {
    description: 'guided AGENTS.md setup',
    template: 'Create or update `AGENTS.md` for this repository.\n\n$ARGUMENTS',
  },
  review: {
    description: 'review changes [commit|branch|pr], defaults to uncommitted',
    template:
      'You are a code reviewer. Your job is to review code changes and provide actionable feedback.\n\nInput: $ARGUMENTS',
    subtask: true,
  },
}

/** The skill of opencode that can be called as a command. */
const SKILL = 'customize-opencode'

/** The commands of a fake, by name. */
export class CommandList {
  readonly #commands: Readonly<Record<string, CommandOption>>

  /** Throws InvalidOptionError that names the entry. */
  constructor(commands: unknown = {}) {
    const given = checkRecord('commands', commands, 'an object { [name]: { template } }')
    const read = Object.entries(given).map(
      ([name, command]) => [name, readCommand(`commands.${name}`, command)] as const,
    )
    this.#commands = { ...builtIn, ...Object.fromEntries(read) }
  }

  /** As `GET /command` lists them. */
  get all(): readonly Command[] {
    return Object.entries(this.#commands).map(([name, command]) => toListed(name, command))
  }

  /** In the order of the real server's answers. */
  get names(): readonly string[] {
    return [...Object.keys(this.#commands), SKILL]
  }

  find(name: string): CommandOption | undefined {
    return (
      ownValue(this.#commands, name) ?? (name === SKILL ? { template: 'Customize opencode.\n\n$ARGUMENTS' } : undefined)
    )
  }
}

function readCommand(path: string, command: unknown): CommandOption {
  const fields = checkRecord(path, command, 'a command { template, description?, agent?, model?, subtask? }')
  checkKeys(path, fields, ['template', 'description', 'agent', 'model', 'subtask'])
  const { description, agent, model, subtask } = fields
  return {
    template: checkString(`${path}.template`, fields['template']),
    ...(description !== undefined && { description: checkString(`${path}.description`, description) }),
    ...(agent !== undefined && { agent: checkString(`${path}.agent`, agent) }),
    ...(model !== undefined && { model: checkString(`${path}.model`, model) }),
    ...(subtask !== undefined && { subtask: checkBoolean(`${path}.subtask`, subtask) }),
  }
}

const toListed = (name: string, command: CommandOption): Command => ({
  name,
  source: 'command',
  ...command,
  hints: hintsOf(command.template),
})

/** The places of a template: `$1`, `$2`, … in order, then `$ARGUMENTS`. */
function hintsOf(template: string): readonly string[] {
  const places = new Set(template.match(/\$\d+/g))
  return [...[...places].toSorted(), ...(template.includes('$ARGUMENTS') ? ['$ARGUMENTS'] : [])]
}
