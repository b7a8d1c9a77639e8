import { readFileSync } from 'node:fs'

const capture = new URL('../fixtures/captures/1.18.33/03-tool-bash-then-text.json', import.meta.url)

/** The recorded frames of a run with a tool call, by what they mean to a meter of usage. */
export function recordedFrames() {
  const { sse } = JSON.parse(readFileSync(capture, 'utf8'))
  return {
    deltas: sse.filter(isDelta),
    usages: sse.filter(isUsage),
    others: sse.filter((frame) => !isDelta(frame) && !isUsage(frame)),
  }
}

/** The texts of `count` frames, of which 90 % are deltas, 8 % others and 2 % usage-bearing, spread evenly. Each is a string of its own. */
export function mixedTexts(count) {
  const { deltas, usages, others } = recordedFrames()
  return Array.from({ length: count }, (_, index) => {
    // Of 50 frames one carries usage, and four are others.
    const place = index % 50
    if (place === 49) return textOf(usages, Math.floor(index / 50))
    return place % 12 === 11 ? textOf(others, Math.floor(index / 12)) : textOf(deltas, index)
  })
}

/** The text of the frame at `index`, counted round and round. */
export function textOf(frames, index) {
  return JSON.stringify(frames[index % frames.length])
}

function isDelta({ type }) {
  return type === 'message.part.delta'
}

function isUsage({ type, properties }) {
  return type === 'message.part.updated' && properties.part.type === 'step-finish'
}
