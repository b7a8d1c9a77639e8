import { OFF_PEAK_PRICES } from '../model/price.ts'

const price = OFF_PEAK_PRICES['deepseek-flash']

/**
 * deepseek-flash as the catalogue in opencode 1.18.33 has it, in the form of its configuration: an older release knows no model of this
 * name, and each has the prices of its day.
 */
export const FLASH_MODEL: Readonly<Record<string, unknown>> = {
  name: 'DeepSeek V4.1 Flash',
  family: 'deepseek-flash',
  release_date: '2026-09-10',
  attachment: true,
  reasoning: true,
  temperature: true,
  tool_call: true,
  interleaved: { field: 'reasoning_content' },
  cost: { input: price?.input, output: price?.output, cache_read: price?.cacheRead },
  limit: { context: 1_000_000, output: 393_216 },
  modalities: { input: ['text', 'image'], output: ['text'] },
}
