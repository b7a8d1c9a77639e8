import { awaitOutcome } from '../../tools/await-outcome.ts'
import { wait } from '../../../model/wait.ts'
import type { FlatToolEnd } from '../flat-event.ts'
import type { FlatTool, FlatToolRun } from './flat-tool.ts'

const commandOf = ({ input }: FlatToolRun): string => String(input['command'])

/**
 * Prints what the script says, and ends with an exit code: 0 unless the script's metadata says another. Neither another code nor a
 * timeout is a failure (facts/opencode-1x-preview-api.md section 3).
 */
export const bash: FlatTool = {
  input: { command: 'string', workdir: 'string?', timeout: 'number?' },
  asks: (run) => [{ action: 'bash', resources: [commandOf(run)], save: [commandOf(run)] }],
  denied: (run) => `Unable to execute command: ${commandOf(run)}`,
  play: async (run) => {
    if (delayOf(run) > timeoutOf(run)) return timeOut(run)
    const { output, metadata } = await awaitOutcome(run)
    const structured = { exit: 0, truncated: false, ...metadata }
    return { content: [output || NO_OUTPUT, `Command exited with code ${structured.exit}.`], structured }
  },
}

const NO_OUTPUT = '(no output)'

/** ms */
const delayOf = ({ outcome }: FlatToolRun): number =>
  typeof outcome === 'object' && !(outcome instanceof Error) ? (outcome.delay ?? 0) : 0

/** ms: what the call says. Without it a real command gets two minutes, and one of the script all that it takes. */
const timeoutOf = ({ input: { timeout } }: FlatToolRun): number => (typeof timeout === 'number' ? timeout : Infinity)

async function timeOut(run: FlatToolRun): Promise<FlatToolEnd> {
  const limit = timeoutOf(run)
  await wait(limit, run.signal)
  return {
    content: [
      NO_OUTPUT,
      `Command exceeded timeout of ${limit} ms. Retry with a larger timeout if the command is expected to take longer.`,
    ],
    structured: { timeout: true, truncated: false },
  }
}
