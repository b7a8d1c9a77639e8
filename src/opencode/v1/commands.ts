/** A command as `GET /command` lists it. */
export interface Command {
  readonly name: string
  readonly description: string
  readonly source: 'command'
  /** What the prompt says, with `$ARGUMENTS` for what stands behind the command's name. */
  readonly template: string
  readonly subtask?: boolean
  readonly hints: readonly string[]
}

/**
 * The commands that opencode has of its own, as captures/1.18.33/13-gets.json lists them; their templates are the first words of the
 * real ones, which are pages long.
 */
export const COMMANDS: readonly Command[] = [
  {
    name: 'init',
    description: 'guided AGENTS.md setup',
    source: 'command',
    template: 'Create or update `AGENTS.md` for this repository.\n\n$ARGUMENTS',
    hints: ['$ARGUMENTS'],
  },
  {
    name: 'review',
    description: 'review changes [commit|branch|pr], defaults to uncommitted',
    source: 'command',
    template:
      'You are a code reviewer. Your job is to review code changes and provide actionable feedback.\n\nInput: $ARGUMENTS',
    subtask: true,
    hints: ['$ARGUMENTS'],
  },
]
