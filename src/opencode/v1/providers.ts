import type { Price, Prices } from '../../model/price.ts'
import { DEFAULT_MODEL } from '../default-model.ts'

interface Provider {
  readonly id: string
  readonly name: string
  readonly source: 'config'
  readonly env: readonly string[]
  readonly options: object
  /** By id. */
  readonly models: object
}

/** The body of `GET /config/providers`. */
interface Providers {
  readonly providers: readonly Provider[]
  /** Provider id to model id. */
  readonly default: Readonly<Record<string, string>>
}

/** The models the fake has prices for, under `fake` and `deepseek`. */
export function listProviders(prices: Prices): Providers {
  const priced = Object.entries(prices).filter(([id]) => id !== DEFAULT_MODEL.id)
  const deepseek = Object.fromEntries(priced.map(([id, price]) => [id, toModel('deepseek', id, price)]))
  const own = toModel(DEFAULT_MODEL.providerID, DEFAULT_MODEL.id, prices[DEFAULT_MODEL.id] ?? { input: 0, output: 0 })
  const providers = [
    toProvider(DEFAULT_MODEL.providerID, 'Fake', [], { [DEFAULT_MODEL.id]: own }),
    ...(priced.length > 0 ? [toProvider('deepseek', 'DeepSeek', ['DEEPSEEK_API_KEY'], deepseek)] : []),
  ]
  const defaults = { [DEFAULT_MODEL.providerID]: DEFAULT_MODEL.id, ...(priced[0] && { deepseek: priced[0][0] }) }
  return { providers, default: defaults }
}

const toProvider = (id: string, name: string, env: readonly string[], models: object): Provider => ({
  id,
  name,
  source: 'config',
  env,
  options: {},
  models,
})

const text = { text: true, audio: false, image: false, video: false, pdf: false }

const toModel = (providerID: string, id: string, { input, output, cacheRead = 0, cacheWrite = 0 }: Price): object => ({
  id,
  providerID,
  api: { id, url: 'https://api.deepseek.com', npm: '@ai-sdk/openai-compatible' },
  name: id,
  family: '',
  capabilities: {
    temperature: true,
    reasoning: true,
    attachment: false,
    toolcall: true,
    input: text,
    output: text,
    interleaved: false,
  },
  cost: { input, output, cache: { read: cacheRead, write: cacheWrite } },
  limit: { context: 1_000_000, output: 393_216 },
  status: 'active',
  options: {},
  headers: {},
  release_date: '2026-09-10',
  variants: {},
})
