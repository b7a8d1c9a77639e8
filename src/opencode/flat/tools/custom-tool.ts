import { awaitOutcome } from '../../tools/await-outcome.ts'
import type { FlatTool } from './flat-tool.ts'

/** A tool that opencode does not have itself: of a plugin or an MCP server. It is there when the script says what it gives. */
export const customTool = (name: string): FlatTool => ({
  input: {},
  asks: () => [{ action: name, resources: ['*'], save: ['*'] }],
  play: async (run) => {
    const { output = '', metadata = {} } = await awaitOutcome(run)
    return { content: [output], structured: { ...metadata } }
  },
})
