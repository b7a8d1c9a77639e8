import { pathToFileURL } from 'node:url'
import { basename } from 'node:path/posix'
import { awaitOutcome } from '../../tools/await-outcome.ts'
import { ToolFailure } from '../../tools/tool-failure.ts'
import { flatPath } from './flat-path.ts'
import type { FlatTool, FlatToolRun } from './flat-tool.ts'
import { outside } from './outside.ts'

/** Gives what the script says, else the file of the fake's project (captures/1.18.33-api/03-tool-then-text.json). */
export const read: FlatTool = {
  input: { path: 'string', offset: 'number?', limit: 'number?' },
  asks: (run) => [...outside(run), { action: 'read', resources: [flatPath(run).shown], save: ['*'] }],
  denied: (run) => `Unable to read ${flatPath(run).shown}`,
  play: async (run) => {
    const { file, shown } = flatPath(run)
    const { output, metadata } = await awaitOutcome(run)
    const text = output ?? run.files.get(file)
    const entries = text === undefined ? run.files.list(file) : []
    if (entries.length > 0) return { content: [], structured: { entries: entries.map(toEntry), truncated: false } }
    if (text === undefined && run.files.complete) throw new ToolFailure(`Unable to read ${shown}`)
    const range = rangeOf(run)
    if (range) return { content: [], structured: { ...pageOf(text ?? '', range), ...metadata } }
    const uri = pathToFileURL(file).href
    const own = { uri, name: basename(file), content: text ?? '', encoding: 'utf8', mime: 'text/plain' }
    return { content: [], structured: { ...own, ...metadata } }
  },
}

const toEntry = (path: string): object => ({ path, type: path.endsWith('/') ? 'directory' : 'file' })

interface Range {
  /** From 1. */
  readonly offset: number
  readonly limit: number
}

function rangeOf({ input: { offset, limit } }: FlatToolRun): Range | undefined {
  if (typeof offset !== 'number' && typeof limit !== 'number') return undefined
  return { offset: typeof offset === 'number' ? offset : 1, limit: typeof limit === 'number' ? limit : Infinity }
}

/** Some lines of a file, as the real tool gives them (seen on a real server). */
function pageOf(text: string, { offset, limit }: Range): object {
  const lines = text.replace(/\n$/, '').split('\n')
  const next = offset + limit
  const truncated = next <= lines.length
  const content = lines.slice(offset - 1, next - 1).join('\n')
  return { type: 'text-page', content, mime: 'text/plain', offset, truncated, ...(truncated && { next }) }
}
