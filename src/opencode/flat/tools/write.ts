import { awaitOutcome } from '../../tools/await-outcome.ts'
import { flatPath } from './flat-path.ts'
import type { FlatTool } from './flat-tool.ts'
import { outside } from './outside.ts'

/** Writes a file of the fake's own, in memory (captures/1.18.33-api/03c-write-edit.json). */
export const write: FlatTool = {
  input: { path: 'string', content: 'string' },
  asks: (run) => [...outside(run), { action: 'edit', resources: [flatPath(run).shown], save: ['*'] }],
  denied: (run) => `Unable to write ${flatPath(run).shown}`,
  play: async (run) => {
    const { file, shown } = flatPath(run)
    const { output, metadata } = await awaitOutcome(run)
    const before = run.files.get(file)
    run.files.change(run.messageID, file, { before, after: String(run.input['content']) })
    const existed = before !== undefined
    const said = `${existed ? 'Wrote' : 'Created'} file successfully: ${shown}`
    const structured = { operation: 'write', target: file, resource: shown, existed, ...metadata }
    return { content: [output ?? said], structured }
  },
}
