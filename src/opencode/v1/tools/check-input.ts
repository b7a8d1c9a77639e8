import type { JsonObject } from '../../../model/tool-call.ts'
import { type Tool, ToolFailure } from './tool.ts'

/** Throws ToolFailure, in opencode's own words, for the first input that is missing or of another type (facts/opencode-1x.md section 4). */
export function checkInput(name: string, { input: expected }: Tool, input: JsonObject): void {
  for (const [key, type] of Object.entries(expected)) {
    const wrong = faultOf(input[key], type)
    if (!wrong) continue
    const detail = `SchemaError(${wrong}\n  at ["${key}"])`
    throw new ToolFailure(
      `The ${name} tool was called with invalid arguments: ${detail}.\nPlease rewrite the input so it satisfies the expected schema.`,
    )
  }
}

function faultOf(value: unknown, type: string): string | undefined {
  if (value === undefined) return type.endsWith('?') ? undefined : 'Missing key'
  const wanted = type.replace('?', '')
  const given = Array.isArray(value) ? 'array' : typeof value
  return given === wanted ? undefined : `Expected ${wanted}, got ${JSON.stringify(value)}`
}
