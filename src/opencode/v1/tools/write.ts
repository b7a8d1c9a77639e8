import { patchOf } from '../../file-changes.ts'
import { changeFile } from './change-file.ts'
import { filePath } from './file-path.ts'
import { giveOutcome } from '../../tools/give-outcome.ts'
import { outside } from './outside.ts'
import type { Tool } from './tool.ts'

/** Writes a file of the fake's own, in memory. */
export const write: Tool = {
  input: { content: 'string', filePath: 'string' },
  asks: (run) => {
    const { file, shown } = filePath(run)
    const diff = patchOf(file, { before: run.server.files.get(file), after: String(run.input['content']) })
    const ask = { permission: 'edit', patterns: [shown], metadata: { filepath: file, diff }, always: ['*'] }
    return [...outside(run, file), ask]
  },
  async play(run) {
    const { file, shown } = filePath(run)
    const before = run.server.files.get(file)
    const end = await giveOutcome(run, {
      output: 'Wrote file successfully.',
      title: shown,
      metadata: { diagnostics: {}, filepath: file, exists: before !== undefined },
    })
    changeFile(run, file, { before, after: String(run.input['content']) })
    return end
  },
}
