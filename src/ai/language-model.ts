import { InvalidOptionError } from '../errors.ts'
import { checkChoice, checkKeys, checkRecord } from '../model/checks.ts'
import type { ModelRequest } from '../model/model-request.ts'
import type { Price } from '../model/price.ts'
import type { RespondOptions } from '../model/respond-options.ts'
import type { ModelReply } from '../model/turn.ts'
import { untilAbort } from '../model/until-abort.ts'
import { contentOf, endOf } from './answer-of.ts'
import { apiCallError } from './api-call-error.ts'
import type { LanguageModelCall, ScriptedLanguageModel } from './language-model-types.ts'
import { modelRequestOf, warningsOf } from './model-request-of.ts'
import { streamAnswer } from './stream-answer.ts'

/** A model that answers requests: a FakeModel, a ScriptedModel, or a test's own. One that does not tell events is streamed block by block. */
export interface RespondingModel {
  readonly provider?: string
  readonly name?: string
  /** USD per million tokens. */
  readonly price?: Price | undefined
  respond(request: ModelRequest, options?: RespondOptions): Promise<ModelReply>
}

/** Which specification of the AI SDK the model has: `'v3'` runs on `ai` 6 and 7, `'v4'` on `ai` 7. Default `'v3'`. */
export interface LanguageModelOptions<Specification extends 'v3' | 'v4' = 'v3' | 'v4'> {
  readonly specification?: Specification
}

/**
 * A language model of the AI SDK that `model` answers for: for `generateText`, `streamText`, agents and structured output, unmodified.
 * An HTTP error and a failed connection are thrown as the SDK's APICallError, which it retries as a provider's; other errors as they are.
 * `providerMetadata['opencode-testing'].cost` is USD, where the model has a price. Throws InvalidOptionError.
 *
 * @example
 * const model = new ScriptedModel([call('get_weather', { city: 'Oslo' }), reply('It rains.')])
 * const { text } = await generateText({ model: languageModel(model), tools: { get_weather }, stopWhen: stepCountIs(5), prompt: '…' })
 */
export function languageModel(model: RespondingModel, options: LanguageModelOptions<'v4'>): ScriptedLanguageModel<'v4'>
export function languageModel(model: RespondingModel, options?: LanguageModelOptions<'v3'>): ScriptedLanguageModel<'v3'>
export function languageModel(
  model: RespondingModel,
  options: LanguageModelOptions = {},
): ScriptedLanguageModel<'v3' | 'v4'> {
  if (typeof checkRecord('model', model, 'a model')['respond'] !== 'function') {
    throw new InvalidOptionError({ path: 'model.respond', expected: 'a method, as a FakeModel has', received: model })
  }
  checkKeys('options', checkRecord('options', options), ['specification'])
  const specificationVersion = checkChoice('options.specification', options.specification ?? 'v3', ['v3', 'v4'])
  const { provider = 'fake', name: modelId = 'fake' } = model
  let answers = 0
  const open = (call: LanguageModelCall) => {
    answers += 1
    const body = modelRequestOf(modelId, call)
    const signal = call.abortSignal ?? new AbortController().signal
    return {
      request: { body },
      response: { id: `response-${answers}`, timestamp: new Date(), modelId },
      warnings: warningsOf(call),
      respond: async (more: RespondOptions = {}): Promise<ModelReply> => {
        try {
          signal.throwIfAborted()
          return await untilAbort(model.respond(body, { signal, ...more }), more.signal ?? signal)
        } catch (thrown) {
          throw apiCallError(thrown, { modelId, body })
        }
      },
    }
  }
  return {
    specificationVersion,
    provider,
    modelId,
    // All are: the SDK downloads what a model cannot read itself, and a scripted one reads nothing.
    supportedUrls: { '*/*': [/.*/] },
    async doGenerate(call) {
      const { request, response, warnings, respond } = open(call)
      const reply = await respond()
      return {
        content: reply.blocks.flatMap(contentOf),
        ...endOf(reply, model.price),
        request,
        response: { ...response, body: reply },
        warnings,
      }
    },
    async doStream(call) {
      const { request, response, warnings, respond } = open(call)
      const head = [{ type: 'stream-start', warnings } as const, { type: 'response-metadata', ...response } as const]
      return { stream: await streamAnswer(call, { head, respond, price: model.price }), request }
    },
  }
}
