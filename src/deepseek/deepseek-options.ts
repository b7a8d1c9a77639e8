import type { ProfileName, ReasoningEcho } from './profile.ts'

/** The options of `fakeDeepSeek()`. All are optional; an unknown name or a wrong value throws InvalidOptionError. */
export interface DeepSeekOptions {
  /** Where the fake answers. Default `https://api.deepseek.com`. */
  readonly baseUrl?: string
  /** The only key accepted; without it any Bearer is. */
  readonly apiKey?: string
  /** The state of the API: its rules, models and prices. Default the newest, `'2026-11'`. */
  readonly profile?: ProfileName
  /** When an assistant message must carry `reasoning_content`. Default: the profile's rule. */
  readonly reasoningEcho?: ReasoningEcho
  /** Whether requests are checked as the real API does. Default true. */
  readonly validate?: boolean
  /** What a request gets that outran the script: an empty turn that stops, counted as a miss, or a 400. Default `'stop'`. */
  readonly exhausted?: 'stop' | 'error'
  /** Whether opencode's own title and compaction requests are answered aside, or take turns of the script. Default `'answer'`. */
  readonly sideCalls?: 'answer' | 'script'
  /** How many requests may be under way at once; one more gets the real 429. Default: no limit. */
  readonly concurrency?: number
  /** How many requests and misses are kept, the newest ones. Default Infinity. */
  readonly record?: number
  /** `'fixed'` gives the same times in every run. Default `'real'`. */
  readonly clock?: 'real' | 'fixed'
}
