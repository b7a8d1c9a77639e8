import { nextTurn } from '../../../http/real-timers.ts'
import { readFileOutput } from '../../tools/read-output.ts'
import { filePath } from './file-path.ts'
import { giveOutcome } from '../../tools/give-outcome.ts'
import { outside } from './outside.ts'
import { ToolFailure } from '../../tools/tool-failure.ts'
import type { Tool, ToolRun } from './tool.ts'

/** Gives what the script says, else the file of the fake's project. */
export const read: Tool = {
  input: { filePath: 'string', offset: 'number?', limit: 'number?' },
  asks: (run) => {
    const { file, shown } = filePath(run)
    return [...outside(run, file), { permission: 'read', patterns: [shown], metadata: {}, always: ['*'] }]
  },
  play: (run) => {
    const { file, shown } = filePath(run)
    const { files } = run.server
    const text = files.get(file)
    const scripted = run.outcome !== undefined
    if (!scripted && text === undefined && files.complete) return notFound(file)
    const own = scripted || text === undefined ? '' : readFileOutput(file, text, rangeOf(run))
    return giveOutcome(run, (output) => ({
      output: own,
      title: shown,
      metadata: {
        preview: preview(text ?? output),
        loaded: [],
        ...(!scripted && text !== undefined && displayOf(file, text)),
      },
    }))
  },
}

async function notFound(file: string): Promise<never> {
  await nextTurn()
  throw new ToolFailure(`File not found: ${file}`)
}

const preview = (text: string): string => text.replace(/\n$/, '').split('\n').slice(0, 20).join('\n')

function rangeOf({ input: { offset, limit } }: ToolRun): { offset?: number; limit?: number } {
  return { ...(typeof offset === 'number' && { offset }), ...(typeof limit === 'number' && { limit }) }
}

/** What opencode's own clients show of a file that was read whole (captures/1.18.33/03b-tool-read-glob.json). */
function displayOf(path: string, text: string): object {
  const shown = text.replace(/\n$/, '')
  const totalLines = shown.split('\n').length
  return {
    display: { type: 'file', path, text: shown, lineStart: 1, lineEnd: totalLines, totalLines, truncated: false },
  }
}
