import { nextTurn } from '../../../http/real-timers.ts'
import type { Tool } from './tool.ts'

/** What opencode calls in the place of a tool that does not exist, or whose arguments are no JSON (facts/opencode-1x.md section 4). */
export const invalid: Tool = {
  input: {},
  async play({ input }) {
    await nextTurn()
    const output = `The arguments provided to the tool are invalid: ${String(input['error'])}`
    return { output, title: 'Invalid Tool', metadata: { truncated: false } }
  },
}
