import { awaitOutcome } from '../../tools/await-outcome.ts'
import { ToolFailure } from '../../tools/tool-failure.ts'
import { flatPath } from './flat-path.ts'
import type { FlatTool } from './flat-tool.ts'

/** Changes a file of the fake's own, in memory. One of which nothing is known is taken to hold the text that is replaced. */
export const edit: FlatTool = {
  input: { path: 'string', oldString: 'string', newString: 'string', replaceAll: 'boolean?' },
  asks: (run) => [{ action: 'edit', resources: [flatPath(run).shown], save: ['*'] }],
  denied: (run) => `Unable to edit ${flatPath(run).shown}`,
  play: async (run) => {
    const { file, shown } = flatPath(run)
    const { output, metadata } = await awaitOutcome(run)
    const [old, fresh] = [String(run.input['oldString']), String(run.input['newString'])]
    const known = run.files.get(file)
    const before = known ?? (run.files.complete ? undefined : old)
    const count = before === undefined ? 0 : before.split(old).length - 1
    if (output === undefined && (before === undefined || count === 0)) throw new ToolFailure(`Unable to edit ${shown}`)
    const text = before ?? ''
    const all = run.input['replaceAll'] === true
    const after = all ? text.replaceAll(old, () => fresh) : text.replace(old, () => fresh)
    run.files.change(run.messageID, file, { before: text, after })
    const structured = { operation: 'edit', target: file, resource: shown, replacements: all ? count : 1, ...metadata }
    return { content: [output ?? `Edited file successfully: ${shown}`], structured }
  },
}
