import { readFileSync } from 'node:fs'

const capture = new URL('../fixtures/captures/1.18.33/03-tool-bash-then-text.json', import.meta.url)

/** The recorded frames of a run with a tool call, by what they mean to a meter of usage. */
export function recordedFrames() {
  const { sse } = JSON.parse(readFileSync(capture, 'utf8'))
  const isDelta = ({ type }) => type === 'message.part.delta'
  const isUsage = ({ type, properties }) => type === 'message.part.updated' && properties.part.type === 'step-finish'
  return {
    deltas: sse.filter(isDelta),
    usages: sse.filter(isUsage),
    others: sse.filter((frame) => !isDelta(frame) && !isUsage(frame)),
  }
}

/** The texts of `count` frames, of which 90 % are deltas, 8 % others and 2 % usage-bearing, spread evenly. Each is a string of its own. */
export function mixedTexts(count) {
  const { deltas, usages, others } = recordedFrames()
  const pick = (list, index) => JSON.stringify(list[index % list.length])
  return Array.from({ length: count }, (_, index) => {
    const place = index % 50
    if (place === 49) return pick(usages, Math.floor(index / 50))
    return place % 12 === 11 ? pick(others, Math.floor(index / 12)) : pick(deltas, index)
  })
}
