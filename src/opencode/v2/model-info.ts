import type { Price, Prices } from '../../model/price.ts'
import { DEFAULT_MODEL } from '../default-model.ts'
import type { OpencodeSettings } from '../settings.ts'

/** A model as `GET /api/model` lists it (facts/opencode-2x.md section 1.3). Prices are USD per million tokens. */
export interface ModelInfo {
  readonly id: string
  readonly providerID: string
  readonly [field: string]: unknown
}

/** The package that talks to a provider of this kind. */
const PACKAGE = '@ai-sdk/openai-compatible'

/** 2026-09-10, the day the newest models of DeepSeek came out. */
const RELEASED = Date.UTC(2026, 8, 10)

/** The models there are: those of the `models` option, else the fake's own and those it has prices for, under `deepseek`. */
export function listModels({ models, prices }: Pick<OpencodeSettings, 'models' | 'prices'>): readonly ModelInfo[] {
  const priced = Object.keys(prices).filter((id) => id !== DEFAULT_MODEL.id)
  const named = models ?? [`${DEFAULT_MODEL.providerID}/${DEFAULT_MODEL.id}`, ...priced.map((id) => `deepseek/${id}`)]
  return named.map((name) => {
    const slash = name.indexOf('/')
    return toModel(name.slice(0, slash), name.slice(slash + 1), prices)
  })
}

/** The providers of these models, in the order they come. */
export function listProviders(models: readonly ModelInfo[]): readonly { readonly id: string }[] {
  const ids = new Set(models.map(({ providerID }) => providerID))
  return [...ids].map((id) => ({ id, name: NAMES[id] ?? id, activation: 'enabled', package: PACKAGE }))
}

const NAMES: Readonly<Record<string, string>> = { fake: 'Fake', deepseek: 'DeepSeek' }

const toModel = (providerID: string, id: string, prices: Prices): ModelInfo => ({
  id,
  modelID: id,
  providerID,
  name: id,
  capabilities: { tools: true, input: ['text'], output: ['text'] },
  variants: [],
  time: { released: RELEASED },
  cost: [toCost(Object.hasOwn(prices, id) ? prices[id] : undefined)],
  status: 'active',
  enabled: true,
  limit: { context: 1_000_000, output: 393_216 },
})

const toCost = ({ input, output, cacheRead = 0, cacheWrite = 0 }: Price = { input: 0, output: 0 }): object => ({
  input,
  output,
  cache: { read: cacheRead, write: cacheWrite },
})
