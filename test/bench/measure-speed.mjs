import { mixedTexts, recordedFrames, textOf } from './recorded-frames.mjs'

const ROUNDS = 41
const WARM_UP = 5

/** What the readings add up to, so that none of them can be optimised away. */
let sink = 0

/**
 * `streamSpeedup`: JSON.parse of every frame of a stream, over reading its usage from the raw text. `usageCost`: reading a frame that
 * carries usage, its type included, over its JSON.parse.
 */
export function measureSpeed({ eventTypeOf, parseStepUsage }) {
  const readUsage = (json) => {
    const type = eventTypeOf(json)
    const usage = type === undefined ? undefined : parseStepUsage(type, json)
    if (usage) sink += usage.tokens.input
  }
  const stream = mixedTexts(20_000)
  const { usages } = recordedFrames()
  const usageTexts = Array.from({ length: 5000 }, (_, index) => textOf(usages, index))
  return {
    frames: stream.length,
    streamSpeedup: medianRatio(stream, parse, readUsage),
    usageCost: medianRatio(usageTexts, readUsage, parse),
  }
}

function parse(json) {
  if (JSON.parse(json).type === 'session.dreamt') sink += 1
}

/** The time that `first` takes over that of `second`. Each round has both, in turn first: what the machine does beside hits both. */
function medianRatio(texts, first, second) {
  const ratios = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const isFirst = round % 2 === 0
    const before = time(texts, isFirst ? first : second)
    const after = time(texts, isFirst ? second : first)
    if (round >= WARM_UP) ratios.push(isFirst ? before / after : after / before)
  }
  return ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)]
}

/** What this process worked, in µs: on a busy machine the time on the clock is that of others as well. */
function time(texts, read) {
  const started = process.cpuUsage()
  for (const text of texts) read(text)
  const { user, system } = process.cpuUsage(started)
  return user + system
}
