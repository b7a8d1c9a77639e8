/**
 * The event type of a frame's data, without parsing it: a stream is mostly deltas that a reader does not want. As `parseEnvelope` does,
 * it looks into what `/global/event` wraps events in. Undefined where the text has no string `type` there. Never throws.
 */
export function eventTypeOf(json: string): string | undefined {
  const start = json.search(/\S/)
  return json.charCodeAt(start) === OPEN_BRACE ? typeIn(json, start, 0) : undefined
}

const SYNC = 'sync'

const QUOTE = 34
const COMMA = 44
const OPEN_BRACKET = 91
const BACKSLASH = 92
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** The type in the object that opens at `start`, `wrappings` of which were taken off before: a payload, and in it a sync event. */
function typeIn(json: string, start: number, wrappings: number): string | undefined {
  let depth = 0
  let key = ''
  let isSync = false
  for (let at = start; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(json, at)
      if (depth === 1 && key === '') key = json.slice(at + 1, end)
      else if (depth === 1 && key === 'type') {
        const type = json.slice(at + 1, end)
        if (type !== SYNC) return type
        isSync = true
      }
      at = end
    } else if (code === COMMA) {
      if (depth === 1) key = ''
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (
        depth === 1 &&
        code === OPEN_BRACE &&
        wrappings < 2 &&
        (key === 'payload' || (isSync && key === 'syncEvent'))
      ) {
        const type = typeIn(json, at, wrappings + 1)
        if (type !== undefined) return type
      }
      depth += 1
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1
      if (depth === 0) break
    }
  }
  return isSync ? SYNC : undefined
}

// A type and its key have no escapes; other strings may, and their quotes are not the end.
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end === -1 ? json.length : end
}

function isEscaped(json: string, at: number): boolean {
  let slashes = 0
  while (json.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1
  return slashes % 2 === 1
}
