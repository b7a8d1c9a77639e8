/**
 * The event type of a frame's data, without parsing it: a stream is mostly deltas that a reader does not want. Undefined where the
 * text has no string `type` at its top level. Never throws.
 */
export function eventTypeOf(json: string): string | undefined {
  let depth = 0
  let key: string | undefined
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at]
    if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') depth -= 1
    else if (char === ',' && depth === 1) key = undefined
    if (char !== '"') continue
    const end = endOfString(json, at)
    if (depth === 1) {
      const text = json.slice(at + 1, end)
      if (key === 'type') return text
      key ??= text
    }
    at = end
  }
  return undefined
}

// A type and its key have no escapes; other strings may, and their quotes are not the end.
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end === -1 ? json.length : end
}

function isEscaped(json: string, at: number): boolean {
  let slashes = 0
  while (json[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}
