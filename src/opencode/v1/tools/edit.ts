import { diffOf, type FileChange, patchOf } from '../file-changes.ts'
import { changeFile } from './change-file.ts'
import { filePath } from './file-path.ts'
import { giveOutcome } from './give-outcome.ts'
import type { Tool, ToolRun } from './tool.ts'

/** Changes a file of the fake's own, in memory. One it does not know is taken to hold the text that is replaced. */
export const edit: Tool = {
  input: { filePath: 'string', oldString: 'string', newString: 'string', replaceAll: 'boolean?' },
  asks: (run) => {
    const { file, shown } = filePath(run)
    const diff = patchOf(file, changeOf(run, file))
    return { permission: 'edit', patterns: [shown], metadata: { filepath: file, diff }, always: ['*'] }
  },
  async play(run) {
    const { file, shown } = filePath(run)
    const change = changeOf(run, file)
    const diff = patchOf(file, change)
    const { additions, deletions } = diffOf(file, change)
    const end = await giveOutcome(run, {
      output: 'Edit applied successfully.',
      title: shown,
      metadata: { diagnostics: {}, diff, filediff: { file, patch: diff, additions, deletions } },
    })
    changeFile(run, file, change)
    return end
  },
}

function changeOf({ server, input }: ToolRun, file: string): FileChange {
  const [old, fresh] = [String(input['oldString']), String(input['newString'])]
  const before = server.files.get(file) ?? old
  const after = input['replaceAll'] === true ? before.replaceAll(old, () => fresh) : before.replace(old, () => fresh)
  return { before, after }
}
