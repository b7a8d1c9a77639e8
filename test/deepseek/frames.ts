// The frames of facts/deepseek.md sections 3.1 to 3.3, written by hand: what is asserted is every byte.

const head = (count: number, model: string): string =>
  `"id":"00000000-0000-4000-8000-${String(count).padStart(12, '0')}","object":"chat.completion.chunk","created":1767225600,` +
  `"model":"${model}","system_fingerprint":"fa4ede5eec0000000000000000000000"`

/** How a frame differs from the first answer's plain ones. `usage` is JSON text; without it the key is absent. */
export interface FrameOptions {
  readonly finish?: string
  readonly usage?: string
  readonly count?: number
  readonly model?: string
}

/** One frame whose delta is this JSON text. */
export function frame(
  delta: string,
  { finish, usage, count = 1, model = 'deepseek-flash' }: FrameOptions = {},
): string {
  const reason = finish === undefined ? 'null' : `"${finish}"`
  const tail = usage === undefined ? '' : `,"usage":${usage}`
  return `data: {${head(count, model)},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${reason}}]${tail}}\n\n`
}

/** OpenAI's frame for the usage alone. */
export const usageFrame = (usage: string): string =>
  `data: {${head(1, 'deepseek-flash')},"choices":[],"usage":${usage}}\n\n`

/** The usage of a turn that sets none: prompt 100, completion 20, cacheHit 64. */
export const defaultUsage: string =
  '{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120,"prompt_tokens_details":{"cached_tokens":64},' +
  '"completion_tokens_details":{"reasoning_tokens":0},"prompt_cache_hit_tokens":64,"prompt_cache_miss_tokens":36}'

/** The same with thinking off. */
export const plainUsage: string =
  '{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120,"prompt_tokens_details":{"cached_tokens":64},' +
  '"prompt_cache_hit_tokens":64,"prompt_cache_miss_tokens":36}'

export const thinkingRole: string = frame('{"role":"assistant","content":null,"reasoning_content":""}')
export const plainRole: string = frame('{"role":"assistant","content":""}')

/** The last frame of a thinking answer, and the end of the stream. */
export const last = (finish = 'stop', usage: string = defaultUsage): string =>
  frame('{"content":"","reasoning_content":null}', { finish, usage })

export const done: string = 'data: [DONE]\n\n'
