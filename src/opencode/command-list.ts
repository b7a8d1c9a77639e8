import { checkKeys, checkRecord, checkString } from '../model/checks.ts'

/** A command of the fake: what its prompt says, `$ARGUMENTS` or `$1`, `$2` … standing for what the user adds. */
export interface CommandOption {
  readonly template: string
  readonly description?: string
  readonly agent?: string
  /** `provider/model` */
  readonly model?: string
}

/** Those that opencode brings along; their prompts are stand-ins for its long ones. */
const builtIn: Readonly<Record<string, CommandOption>> = {
  init: {
    description: 'guided AGENTS.md setup',
    template: 'Create or update `AGENTS.md` for this repository.\n\n$ARGUMENTS',
  },
  review: {
    description: 'review changes [commit|branch|pr], defaults to uncommitted',
    template: 'Review the changes.\n\n$ARGUMENTS',
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

  /** In the order of the real server's answers. */
  get names(): readonly string[] {
    return [...Object.keys(this.#commands), SKILL]
  }

  find(name: string): CommandOption | undefined {
    return this.#commands[name] ?? (name === SKILL ? { template: 'Customize opencode.\n\n$ARGUMENTS' } : undefined)
  }
}

function readCommand(path: string, command: unknown): CommandOption {
  const fields = checkRecord(path, command, 'a command { template, description?, agent?, model? }')
  checkKeys(path, fields, ['template', 'description', 'agent', 'model'])
  const { description, agent, model } = fields
  return {
    template: checkString(`${path}.template`, fields['template']),
    ...(description !== undefined && { description: checkString(`${path}.description`, description) }),
    ...(agent !== undefined && { agent: checkString(`${path}.agent`, agent) }),
    ...(model !== undefined && { model: checkString(`${path}.model`, model) }),
  }
}
