import type { JsonObject } from '../../model/tool-call.ts'

/** Input key to its type; a `?` behind the type: it may be missing. Others are not checked. */
export type ToolInput = Readonly<Record<string, string>>

/** What is wrong with the first input that is missing or of another type, in opencode's words; undefined: nothing. */
export function inputFault(expected: ToolInput, input: JsonObject): string | undefined {
  for (const [key, type] of Object.entries(expected)) {
    const wrong = faultOf(input[key], type)
    if (wrong) return `${wrong}\n  at ["${key}"]`
  }
  return undefined
}

function faultOf(value: unknown, type: string): string | undefined {
  if (value === undefined) return type.endsWith('?') ? undefined : 'Missing key'
  const wanted = type.replace('?', '')
  const given = Array.isArray(value) ? 'array' : typeof value
  return given === wanted ? undefined : `Expected ${wanted}, got ${JSON.stringify(value)}`
}
