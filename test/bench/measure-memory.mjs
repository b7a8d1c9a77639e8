import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { mixedTexts } from './recorded-frames.mjs'

const MB = 1024 * 1024
const MEGABYTES = 100

/** Decodes 100 MB of an event stream. `heapGrowth`: MB that the heap held more after any tenth of it than after the first. */
export async function measureMemory({ decodeEvents }) {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  const heap = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed / MB
  }
  const samples = []
  let sent = 0
  async function* chunks() {
    const bytes = new TextEncoder().encode(
      mixedTexts(1000)
        .map((text) => `data: ${text}\n\n`)
        .join(''),
    )
    // A prime: every chunk ends at another place within a frame.
    const size = 65_521
    let at = 0
    // To the end of a round, where a frame ends.
    while (sent < MEGABYTES * MB || at !== 0) {
      const chunk = bytes.slice(at, at + size)
      at = at + size < bytes.length ? at + size : 0
      sent += chunk.length
      if (sent >= ((samples.length + 1) * MEGABYTES * MB) / 10) samples.push(heap())
      yield chunk
    }
  }
  let events = 0
  for await (const { type } of decodeEvents(chunks())) if (type !== '') events += 1
  return { megabytes: MEGABYTES, events, heapGrowth: Math.max(...samples) - samples[0] }
}
