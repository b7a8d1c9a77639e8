import { toolCall, type ToolCall } from '../../model/tool-call.ts'
import type { Reply } from '../../model/turn.ts'
import type { Usage } from '../../model/usage.ts'

/** What every text of a script reports. */
export const usage: Usage = { prompt: 100, completion: 20, cacheHit: 64 }

/** A text, with usage: without it the two sides report defaults of their own. */
export const text = (said: string, fields: object = {}): Reply => ({ text: said, usage, ...fields })

/** Calls, with usage. */
export const calls = (...toolCalls: readonly ToolCall[]): Reply => ({
  toolCalls,
  usage: { prompt: 200, completion: 30, cacheHit: 128 },
})

/** A command that prints `output`, on a real shell and on the fake. */
export const echo = (output: string): ToolCall =>
  toolCall('bash', { command: `echo ${output}`, description: 'says it' }, `${output}\n`)
