import { mixedTexts, recordedFrames } from './recorded-frames.mjs'

const ROUNDS = 41

/** What the readings add up to, so that none of them can be optimised away. */
let sink = 0

/**
 * `streamSpeedup`: JSON.parse of every frame of a stream, over reading its usage from the raw text. `usageCost`: reading a frame that
 * carries usage, over its JSON.parse.
 */
export function measureSpeed({ eventTypeOf, parseStepUsage }) {
  const readUsage = (json) => {
    const type = eventTypeOf(json)
    const usage = type === undefined ? undefined : parseStepUsage(type, json)
    if (usage) sink += usage.tokens.input
  }
  const parse = (json) => {
    if (JSON.parse(json).type === 'session.dreamt') sink += 1
  }
  const stream = mixedTexts(20_000)
  const usages = Array.from({ length: 5000 }, (_, index) => JSON.stringify(recordedFrames().usages[index % 2]))
  return {
    frames: stream.length,
    streamSpeedup: medianRatio(stream, parse, readUsage),
    usageCost: medianRatio(usages, readUsage, parse),
  }
}

/** The time that `first` takes over that of `second`. Both run in each round, one right after the other: a load on the machine hits both. */
function medianRatio(texts, first, second) {
  const ratios = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const times =
      round % 2 === 0 ? [time(texts, first), time(texts, second)] : [time(texts, second), time(texts, first)].reverse()
    // The first rounds are those of the compiler.
    if (round >= 5) ratios.push(times[0] / times[1])
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
