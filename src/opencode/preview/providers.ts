import type { Price, Prices } from '../../model/price.ts'
import { DEFAULT_MODEL } from '../default-model.ts'

/** A provider as the preview lists it. */
export interface PreviewProvider {
  readonly id: string
  readonly name: string
  readonly api: object
  readonly request: { readonly headers: object; readonly body: object }
}

const api = { type: 'aisdk', package: '@ai-sdk/openai-compatible', url: 'https://api.deepseek.com' }
const request = { headers: {}, body: {} }

const pricedIn = (prices: Prices): readonly (readonly [string, Price])[] =>
  Object.entries(prices).filter(([id]) => id !== DEFAULT_MODEL.id)

/** The providers of the models that the fake has prices for, and its own. */
export function previewProviders(prices: Prices): readonly PreviewProvider[] {
  const own = { id: DEFAULT_MODEL.providerID, name: 'Fake', api, request }
  return pricedIn(prices).length > 0 ? [own, { id: 'deepseek', name: 'DeepSeek', api, request }] : [own]
}

/** The models that the fake has prices for, and its own. */
export function previewModels(prices: Prices): readonly object[] {
  const own = toModel(DEFAULT_MODEL.providerID, DEFAULT_MODEL.id, prices[DEFAULT_MODEL.id] ?? { input: 0, output: 0 })
  return [own, ...pricedIn(prices).map(([id, price]) => toModel('deepseek', id, price))]
}

const toModel = (providerID: string, id: string, { input, output, cacheRead = 0, cacheWrite = 0 }: Price): object => ({
  id,
  providerID,
  name: id,
  api: { id, ...api },
  capabilities: { tools: true, input: ['text'], output: ['text'] },
  request,
  variants: [],
  time: { released: Date.UTC(2026, 8, 10) },
  cost: [{ input, output, cache: { read: cacheRead, write: cacheWrite } }],
  status: 'active',
  enabled: true,
  limit: { context: 1_000_000, output: 393_216 },
})
