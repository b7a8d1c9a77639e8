import { isRecord } from '../../../model/checks.ts'
import { argumentsText, type JsonObject, type ToolCall } from '../../../model/tool-call.ts'
import { invalid } from './invalid.ts'
import { customTool } from './plain-tool.ts'
import { TOOL_NAMES } from './tool-list.ts'
import type { Tool } from './tool.ts'
import { ownValue } from '../../../model/own-value.ts'

/** A call as opencode carries it out. */
export interface CallToPlay {
  /** What the part is named when it runs: `invalid` where the call cannot be carried out. */
  readonly name: string
  readonly tool: Tool
  readonly input: JsonObject
}

/**
 * What opencode makes of a model's call. One of a tool that is not offered, or with arguments that are no JSON, becomes a call of
 * `invalid`. A tool that opencode does not know is a custom one when the script says what it gives.
 */
export function readCall(call: ToolCall, offered: Readonly<Record<string, Tool>>): CallToPlay {
  const { name, result } = call
  const custom = result !== undefined && !TOOL_NAMES.has(name)
  const tool = ownValue(offered, name) ?? (custom ? customTool(name) : undefined)
  if (!tool) {
    const names = [...Object.keys(offered), 'invalid'].toSorted((one, other) => one.localeCompare(other))
    const error = `Model tried to call unavailable tool '${name}'. Available tools: ${names.join(', ')}.`
    return { name: 'invalid', tool: invalid, input: { tool: name, error } }
  }
  const text = argumentsText(call)
  try {
    const input: unknown = text === '' ? {} : JSON.parse(text)
    return { name, tool, input: isRecord(input) ? input : { value: input } }
  } catch {
    // The words behind "JSON Parse error" are the engine's, for every fault the same here (seen on a real server with a cut string).
    const reason = `JSON parsing failed: Text: ${text}.\nError message: JSON Parse error: Unterminated string`
    const input = { tool: name, error: `Invalid input for tool ${name}: ${reason}` }
    return { name: 'invalid', tool: invalid, input }
  }
}
