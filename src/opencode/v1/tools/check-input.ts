import type { JsonObject } from '../../../model/tool-call.ts'
import { inputFault } from '../../tools/input-fault.ts'
import { ToolFailure } from '../../tools/tool-failure.ts'
import type { Tool } from './tool.ts'

/** Throws ToolFailure, in opencode's own words, for the first input that is missing or of another type (facts/opencode-1x.md section 4). */
export function checkInput(name: string, { input: expected }: Tool, input: JsonObject): void {
  const fault = inputFault(expected, input)
  if (fault === undefined) return
  throw new ToolFailure(
    `The ${name} tool was called with invalid arguments: SchemaError(${fault}).\nPlease rewrite the input so it satisfies the expected schema.`,
  )
}
