import { nextTurn } from '../../../http/real-timers.ts'
import { allowedAlways, commandsOf } from './bash-commands.ts'
import { giveOutcome } from './give-outcome.ts'
import type { Tool, ToolEnd, ToolRun } from './tool.ts'

const commandOf = ({ input }: ToolRun): string => String(input['command'])

/** What the script says the command prints. A real one prints nothing as this (captures/1.18.33/11i). */
const printed = ({ outcome }: Pick<ToolRun, 'outcome'>): string =>
  (typeof outcome === 'string' ? outcome : outcome instanceof Error ? '' : outcome?.output) || NO_OUTPUT

const NO_OUTPUT = '(no output)'

/** Shows its output as it comes, and ends with an exit code: 0 unless the script's metadata says another (facts/opencode-1x.md section 4). */
export const bash: Tool = {
  input: { command: 'string', timeout: 'number?', workdir: 'string?', description: 'string?' },
  asks: (run) => {
    const command = commandOf(run)
    const commands = commandsOf(command)
    return {
      permission: 'bash',
      patterns: commands,
      metadata: { command },
      always: [...new Set(commands.map(allowedAlways))],
    }
  },
  async play(run) {
    await nextTurn()
    run.signal.throwIfAborted()
    if (!(run.outcome instanceof Error)) {
      run.show({ metadata: { output: '' } })
      const output = printed(run)
      if (output !== NO_OUTPUT) run.show({ metadata: { output } })
    }
    return giveOutcome(run, () => end(run, printed(run), 0))
  },
  aborted: (run) => {
    const output = `${printed(run)}\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>`
    const soFar = printed(run)
    return end(run, output, null, soFar === NO_OUTPUT ? output : soFar)
  },
}

const end = (run: ToolRun, output: string, exit: number | null, shown = output): ToolEnd => ({
  output,
  title: commandOf(run),
  metadata: { output: shown, exit, truncated: false },
})
