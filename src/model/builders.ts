import type { ReplyStep } from './scripted-model.ts'
import { type JsonObject, type ToolCall, toolCall } from './tool-call.ts'
import type { RawBlock, Reasoning, Turn } from './turn.ts'

/** A block of reasoning for a list of blocks. */
export const reasoning = (text: string): Reasoning => ({ type: 'reasoning', text })

/** A block that passes untouched: a stream delta of `fakeDeepSeek`, a block of a model's reply. */
export const raw = (block: unknown): RawBlock => ({ type: 'raw', block })

/** A turn with these fields; `turn({ text: 'Hi', delayChunk: 50 })` and `{ text: 'Hi', delayChunk: 50 }` are the same. */
export const turn = (fields: Turn): Turn => ({ ...fields })

/** A step that answers with a text. */
export const reply = (text: string): ReplyStep => ({ text })

/** A step that calls a tool, with a new id. */
export const call = (name: string, args: JsonObject = {}): ToolCall => toolCall(name, args)

/** A step that calls the `run_typescript` tool with a program. */
export const runTypescript = (code: string): ToolCall => toolCall('run_typescript', { code })
