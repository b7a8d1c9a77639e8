import { ContextTooLongError } from '../errors.ts'
import { checkInteger, checkKeys, checkRecord, checkString } from './checks.ts'
import { estimatePrompt } from './estimate-usage.ts'
import { InProcessModel } from './in-process-model.ts'
import type { ModelRequest } from './model-request.ts'
import { costOf, type Price } from './price.ts'
import { readPrice } from './read-price.ts'
import type { RecordedModelRequest } from './recorded-model-request.ts'
import type { Reply } from './turn.ts'
import { usageTokens } from './usage.ts'

/** The options of `new FakeModel()`. */
export interface FakeModelOptions {
  /** Default `'fake'`. */
  readonly name?: string
  /** Tokens. Default 200,000. */
  readonly contextWindow?: number
  /** USD per million tokens. Default none: it costs nothing. */
  readonly price?: Price
}

/**
 * A model that answers with `replies`, one a request, in the test's own process. A turn without `usage` reports an estimate: 0.3 tokens a
 * character, 0.6 a Chinese, Japanese or Korean one, rounded up, of the text of the request (contents, reasoning, names and arguments of
 * tool calls, names, descriptions and parameters of tools) and of the reply. The constructor throws InvalidOptionError, which names the
 * reply and the field that cannot be right.
 *
 * @example
 * const model = new FakeModel([toolCall('get_weather', { city: 'Oslo' }), 'It rains.'])
 * await model.respond({ messages: [{ role: 'user', content: 'How is the weather in Oslo?' }] })
 */
export class FakeModel extends InProcessModel {
  readonly #contextWindow: number
  readonly #price: Price | undefined

  constructor(replies: Iterable<Reply>, options: FakeModelOptions = {}) {
    const { name, contextWindow, price } = readOptions(options)
    super(replies, { label: 'FakeModel', name, script: 'replies' })
    this.#contextWindow = contextWindow
    this.#price = price
  }

  /** Tokens; a request whose estimate is above it rejects with ContextTooLongError, and uses no reply. */
  get contextWindow(): number {
    return this.#contextWindow
  }

  /** USD per million tokens; undefined: it costs nothing. */
  get price(): Price | undefined {
    return this.#price
  }

  /** USD of one request's reply, or of all, by `price`; 0 without one, and for what was not answered. */
  cost(request?: RecordedModelRequest): number {
    const price = this.#price
    if (!price) return 0
    const billed = request ? [request] : this.requests
    const sum = billed.reduce((usd, { reply }) => usd + (reply ? costOf(usageTokens(reply.usage), price) : 0), 0)
    // Takes back what adding binary fractions adds.
    return Number(sum.toPrecision(15))
  }

  protected override check(request: ModelRequest): void {
    const tokens = estimatePrompt(request)
    const contextWindow = this.#contextWindow
    if (tokens <= contextWindow) return
    throw new ContextTooLongError(
      `FakeModel: the request is estimated at ${tokens} tokens, more than the contextWindow of ${contextWindow}; shorten or compact the conversation before it is sent, or give the model a larger contextWindow`,
      { tokens, contextWindow },
    )
  }
}

function readOptions(options: FakeModelOptions): {
  readonly name: string
  readonly contextWindow: number
  readonly price: Price | undefined
} {
  const fields = checkRecord('FakeModel(options)', options)
  checkKeys('FakeModel(options)', fields, ['name', 'contextWindow', 'price'])
  const { name = 'fake', contextWindow = 200_000, price } = fields
  return {
    name: checkString('FakeModel(options).name', name),
    contextWindow: checkInteger('FakeModel(options).contextWindow', contextWindow, { min: 1 }),
    price: price === undefined ? undefined : readPrice('FakeModel(options).price', price),
  }
}
