import type { Price } from '../model/price.ts'

/** The dated states of the API that the fake knows. */
export type ProfileName = '2026-11' | '2025-12' | '2025-09'

/** When an assistant message must carry `reasoning_content`, or must not (facts/deepseek.md section 2.2). */
export type ReasoningEcho = 'r1-forbid' | 'v3.2' | 'v4-tool-turns' | 'v4-with-tools' | 'off'

/** What the API knows of one model. Prices are USD per million tokens; limits are tokens. */
export interface ModelProfile {
  readonly contextWindow: number
  readonly maxOutput: number
  /** Whether it thinks unless told otherwise. */
  readonly thinks: boolean
  /** Whether it takes images. */
  readonly vision: boolean
  readonly price: Price
  /** On weekdays 01:00 to 04:00 and 06:00 to 10:00 UTC; without it the price never changes. */
  readonly peakPrice?: Price
}

/** The API as it was at a date: facts/deepseek.md sections 0, 1.2, 1.3 and 2. */
export interface Profile {
  readonly name: ProfileName
  readonly models: Readonly<Record<string, ModelProfile>>
  /** The ids that `GET /models` lists; the others are aliases. */
  readonly listed: readonly string[]
  readonly reasoningEcho: Exclude<ReasoningEcho, 'off'>
  /** What the 400 says to a model it does not have. */
  readonly unknownModel: (model: string) => string
  /** How a body that does not fit is refused: 422 in plain text to 2025, since then 400 in the envelope. */
  readonly bodyErrors: 'plain-422' | 'envelope-400'
  /** Whether `content` may be a list of parts. */
  readonly contentParts: boolean
}

const flash: ModelProfile = {
  contextWindow: 1_048_576,
  maxOutput: 393_216,
  thinks: true,
  vision: true,
  price: { input: 0.15, output: 0.6, cacheRead: 0.003 },
  peakPrice: { input: 0.3, output: 1.2, cacheRead: 0.006 },
}

const pro: ModelProfile = {
  ...flash,
  vision: false,
  price: { input: 0.66, output: 1.98, cacheRead: 0.022 },
  peakPrice: { input: 1.32, output: 3.96, cacheRead: 0.044 },
}

const chat = (price: Price): ModelProfile => ({
  contextWindow: 131_072,
  maxOutput: 8192,
  thinks: false,
  vision: false,
  price,
})
const reasoner = (price: Price): ModelProfile => ({ ...chat(price), maxOutput: 65_536, thinks: true })

const v32: Price = { input: 0.28, output: 0.42, cacheRead: 0.028 }
const v31: Price = { input: 0.56, output: 1.68, cacheRead: 0.07 }

const notExist = (): string => 'Model Not Exist'

/** What the API knows of a model; undefined for one it does not have. */
export const modelOf = ({ models }: Profile, id: string): ModelProfile | undefined =>
  Object.hasOwn(models, id) ? models[id] : undefined

/** The profiles by name; the first is the default. */
export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  '2026-11': {
    name: '2026-11',
    models: {
      'deepseek-flash': flash,
      'deepseek-v4-flash': flash,
      'deepseek-v4-flash-vision-exp': flash,
      'deepseek-v4-pro': pro,
    },
    listed: ['deepseek-flash', 'deepseek-v4-pro'],
    reasoningEcho: 'v4-with-tools',
    // The separator is inferred: reports have both " or " and a comma (facts/deepseek.md section 2.3).
    unknownModel: (model) =>
      `The supported API model names are deepseek-flash or deepseek-v4-pro, but you passed ${model}.`,
    bodyErrors: 'envelope-400',
    contentParts: true,
  },
  '2025-12': {
    name: '2025-12',
    models: { 'deepseek-chat': chat(v32), 'deepseek-reasoner': reasoner(v32) },
    listed: ['deepseek-chat', 'deepseek-reasoner'],
    reasoningEcho: 'v3.2',
    unknownModel: notExist,
    bodyErrors: 'plain-422',
    contentParts: false,
  },
  '2025-09': {
    name: '2025-09',
    models: { 'deepseek-chat': chat(v31), 'deepseek-reasoner': reasoner(v31) },
    listed: ['deepseek-chat', 'deepseek-reasoner'],
    reasoningEcho: 'r1-forbid',
    unknownModel: notExist,
    bodyErrors: 'plain-422',
    contentParts: false,
  },
}
