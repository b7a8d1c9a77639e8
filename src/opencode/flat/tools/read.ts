import { pathToFileURL } from 'node:url'
import { basename } from 'node:path/posix'
import { awaitOutcome } from '../../tools/await-outcome.ts'
import { ToolFailure } from '../../tools/tool-failure.ts'
import { flatPath } from './flat-path.ts'
import type { FlatTool } from './flat-tool.ts'

/** Gives what the script says, else the file of the fake's project (captures/1.18.33-api/03-tool-then-text.json). */
export const read: FlatTool = {
  input: { path: 'string', offset: 'number?', limit: 'number?' },
  asks: (run) => [{ action: 'read', resources: [flatPath(run).shown], save: ['*'] }],
  denied: (run) => `Unable to read ${flatPath(run).shown}`,
  play: async (run) => {
    const { file, shown } = flatPath(run)
    const { output, metadata } = await awaitOutcome(run)
    const text = output ?? run.files.get(file)
    if (text === undefined && run.files.complete) throw new ToolFailure(`Unable to read ${shown}`)
    const uri = pathToFileURL(file).href
    const own = { uri, name: basename(file), content: text ?? '', encoding: 'utf8', mime: 'text/plain' }
    return { content: [], structured: { ...own, ...metadata } }
  },
}
