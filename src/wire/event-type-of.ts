/**
 * The event type of a frame's data, without parsing it: a stream is mostly deltas that a reader does not want. As `parseEnvelope` does,
 * it looks into what `/global/event` wraps events in. Undefined where the text has no string `type` there. Never throws.
 */
export function eventTypeOf(json: string): string | undefined {
  HEAD.lastIndex = 0
  if (HEAD.test(json)) {
    const start = HEAD.lastIndex
    const end = json.indexOf('"', start)
    const type = json.slice(start, end)
    if (end !== -1 && type !== SYNC) return type
  }
  const start = json.search(/\S/)
  return json[start] === '{' ? typeIn(json, start, 0) : undefined
}

/** Where `/global/event` sends a durable event a second time, the event is in `syncEvent`. */
const SYNC = 'sync'

const MEMBERS = String.raw`(?:"\w+":(?:"[^"\\]*"|\d+),)*?`

/**
 * A frame up to its type, as opencode writes nearly all of them: flat members, in a payload or not. One test of it is twice as fast as a
 * walk through the same characters, and is paid for each delta.
 */
const HEAD = new RegExp(
  String.raw`\{${MEMBERS}(?:"payload":\{${MEMBERS})?(?:"type":"sync","syncEvent":\{${MEMBERS})?"type":"`,
  'y',
)

/** The type in the object that opens at `start`; `wrappings` were taken off before: a payload, and in it a sync event. */
function typeIn(json: string, start: number, wrappings: number): string | undefined {
  let depth = 0
  let key: string | undefined
  let isSync = false
  for (let at = start; at < json.length; at += 1) {
    const char = json[at]
    if (char === '"') {
      const end = endOfString(json, at)
      if (depth === 1) {
        if (key === undefined) key = json.slice(at + 1, end)
        else if (key === 'type') {
          const type = json.slice(at + 1, end)
          if (type !== SYNC) return type
          isSync = true
        }
      }
      at = end
    } else if (char === ',') {
      if (depth === 1) key = undefined
    } else if (char === '{' || char === '[') {
      const wraps = key === 'payload' || (key === 'syncEvent' && isSync)
      if (depth === 1 && wraps && char === '{' && wrappings < 2) {
        const type = typeIn(json, at, wrappings + 1)
        if (type !== undefined) return type
      }
      depth += 1
    } else if (char === '}' || char === ']') {
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
  while (json[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}
