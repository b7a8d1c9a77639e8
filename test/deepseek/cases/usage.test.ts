import { fakeDeepSeek, turn, type Turn } from 'opencode-testing'
import { expect, test } from 'vitest'

// hermes-agent#61871, librefang#3449, litellm#16009: cache hits that a client does not see, so that its costs are wrong.

interface Usage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly prompt_cache_hit_tokens: number
  readonly prompt_cache_miss_tokens: number
}

const usage = { prompt: 31_143, completion: 412, cacheHit: 29_568 }
// 29,568 * 0.003 + 1,575 * 0.15 + 412 * 0.60 = 88.704 + 236.25 + 247.2 = 572.154 USD a million
const real = 0.000572154

/** The frames of an answer, parsed. */
async function framesOf(fields: Turn): Promise<readonly { usage?: Usage | null; choices: readonly object[] }[]> {
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', usage, ...fields })])
  const response = await fetch(`${deepseek.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-test' },
    body: JSON.stringify({ model: 'deepseek-flash', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
  })
  const text = await response.text()
  expect(deepseek.cost()).toBe(real)
  return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json))
}

const right = ({
  prompt_cache_hit_tokens: hit,
  prompt_cache_miss_tokens: missed,
  completion_tokens: out,
}: Usage): number => (hit * 0.003 + missed * 0.15 + out * 0.6) / 1_000_000
const wrong = ({ prompt_tokens: input, completion_tokens: out }: Usage): number =>
  (input * 0.15 + out * 0.6) / 1_000_000

test('a client that reads the cache hits has the cost of the fake, one that does not is off by a factor', async () => {
  const [reported] = (await framesOf({})).flatMap((frame) => frame.usage ?? [])
  expect(reported && right(reported)).toBeCloseTo(real, 12)
  // 31,143 * 0.15 + 412 * 0.60 = 4,671.45 + 247.2 = 4,918.65 USD a million
  expect(reported && wrong(reported)).toBeCloseTo(0.004_918_65, 12)
})

test('a client that waits for a frame without choices finds no usage, as with the real API', async () => {
  const usages = (frames: Awaited<ReturnType<typeof framesOf>>): number =>
    frames.filter((frame) => frame.choices.length === 0 && frame.usage).length
  expect(usages(await framesOf({}))).toBe(0)
  expect(usages(await framesOf({ usagePlacement: 'trailing' }))).toBe(1)
})

test('a client that adds up every usage it meets counts twice where a gateway sends it twice', async () => {
  const sum = (frames: Awaited<ReturnType<typeof framesOf>>): number =>
    frames.reduce((usd, frame) => usd + (frame.usage ? right(frame.usage) : 0), 0)
  expect(sum(await framesOf({}))).toBeCloseTo(real, 12)
  expect(sum(await framesOf({ usagePlacement: 'both' }))).toBeCloseTo(2 * real, 12)
})
