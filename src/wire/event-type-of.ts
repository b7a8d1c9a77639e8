/**
 * The event type of a frame's data, without parsing it: a stream is mostly deltas that a reader does not want. As `parseEnvelope` does,
 * it looks into what `/global/event` wraps events in. Undefined where the text has no string `type` there. Never throws.
 */
export function eventTypeOf(json: string): string | undefined {
  let start = 0
  while (isSpace(json.charCodeAt(start))) start += 1
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

/** The keys that matter. Its own compare of a key in the text spares a string for each. */
const KEYS = ['type', 'payload', 'syncEvent'] as const
type Key = (typeof KEYS)[number] | 'other' | undefined

/** The type in the object that opens at `start`; `wrappings` were taken off before: a payload, and in it a sync event. */
function typeIn(json: string, start: number, wrappings: number): string | undefined {
  let depth = 0
  let key: Key
  let isSync = false
  for (let at = start; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(json, at)
      if (depth === 1) {
        if (key === undefined) key = keyAt(json, at + 1, end)
        else if (key === 'type') {
          const type = json.slice(at + 1, end)
          if (type !== SYNC) return type
          isSync = true
        }
      }
      at = end
    } else if (code === COMMA) {
      if (depth === 1) key = undefined
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      const wraps = key === 'payload' || (key === 'syncEvent' && isSync)
      if (depth === 1 && wraps && code === OPEN_BRACE && wrappings < 2) {
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

function keyAt(json: string, start: number, end: number): Key {
  return KEYS.find((key) => key.length === end - start && json.startsWith(key, start)) ?? 'other'
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

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}
