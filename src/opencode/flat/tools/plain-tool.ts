import type { ToolInput } from '../../tools/input-fault.ts'
import { awaitOutcome } from '../../tools/await-outcome.ts'
import type { FlatTool, FlatToolRun } from './flat-tool.ts'

/** A tool that gives what the script says and does nothing else. `key`: the input that its permission is about; none: `*`. */
const plainTool = (action: string, input: ToolInput, key?: string): FlatTool => {
  const resourceOf = (run: FlatToolRun): string => (key === undefined ? '*' : String(run.input[key]))
  return {
    input,
    asks: (run) => [{ action, resources: [resourceOf(run)], save: ['*'] }],
    denied: (run) => `Unable to use ${action}: ${resourceOf(run)}`,
    play: async (run) => {
      const { output = '', metadata } = await awaitOutcome(run)
      return { content: [output], structured: { ...metadata } }
    },
  }
}

export const applyPatch: FlatTool = plainTool('edit', { patchText: 'string' })

export const glob: FlatTool = plainTool('glob', { pattern: 'string', path: 'string?' }, 'pattern')

export const grep: FlatTool = plainTool('grep', { pattern: 'string', path: 'string?', include: 'string?' }, 'pattern')

export const skill: FlatTool = plainTool('skill', { name: 'string' }, 'name')

export const webfetch: FlatTool = plainTool('webfetch', { url: 'string', format: 'string?', timeout: 'number?' }, 'url')

export const websearch: FlatTool = plainTool('websearch', { query: 'string' }, 'query')
