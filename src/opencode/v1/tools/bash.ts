import { nextTurn } from '../../../http/real-timers.ts'
import { wait } from '../../../model/wait.ts'
import type { PermissionAsk } from '../permission-desk.ts'
import { allowedAlways, commandsOf, directoriesOf } from './bash-commands.ts'
import { giveOutcome } from '../../tools/give-outcome.ts'
import { isInside } from './outside.ts'
import type { ToolEnd } from '../../tools/tool-end.ts'
import type { Tool, ToolRun } from './tool.ts'

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
    const always = [...new Set(commands.map(allowedAlways))]
    return [...askOutside(run), { permission: 'bash', patterns: commands, metadata: { command }, always }]
  },
  async play(run) {
    await nextTurn()
    run.signal.throwIfAborted()
    if (!(run.outcome instanceof Error)) {
      run.show({ metadata: { output: '' } })
      const output = printed(run)
      if (output !== NO_OUTPUT) run.show({ metadata: { output } })
    }
    if (delayOf(run) > timeoutOf(run)) return timeOut(run)
    return giveOutcome(run, () => end(run, printed(run), 0))
  },
  aborted: (run) => {
    const output = `${printed(run)}\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>`
    const soFar = printed(run)
    return end(run, output, null, soFar === NO_OUTPUT ? output : soFar)
  },
}

/** The directories outside the project that a command goes to. */
function askOutside(run: ToolRun): readonly PermissionAsk[] {
  const command = commandOf(run)
  const all = directoriesOf(command, run.session.directory).filter((directory) => !isInside(run, directory))
  const directories = [...new Set(all)]
  if (directories.length === 0) return []
  const patterns = directories.map((directory) => `${directory}/*`)
  return [
    { permission: 'external_directory', patterns, metadata: { command, directories, patterns }, always: patterns },
  ]
}

/** ms */
const delayOf = ({ outcome }: ToolRun): number =>
  typeof outcome === 'object' && !(outcome instanceof Error) ? (outcome.delay ?? 0) : 0

/** ms: what the call says. Without it a real command gets two minutes, and one of the script all that it takes. */
const timeoutOf = ({ input: { timeout } }: ToolRun): number => (typeof timeout === 'number' ? timeout : Infinity)

async function timeOut(run: ToolRun): Promise<ToolEnd> {
  const limit = timeoutOf(run)
  await wait(limit, run.signal)
  const note = `shell tool terminated command after exceeding timeout ${limit} ms. If this command is expected to take longer and is not waiting for interactive input, retry with a larger timeout value in milliseconds.`
  const output = `${printed(run)}\n\n<shell_metadata>\n${note}\n</shell_metadata>`
  return end(run, output, null, printed(run))
}

const end = (run: ToolRun, output: string, exit: number | null, shown = output): ToolEnd => ({
  output,
  title: commandOf(run),
  metadata: { output: shown, exit, truncated: false },
})
