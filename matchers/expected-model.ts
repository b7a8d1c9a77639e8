import { InvalidOptionError } from '../src/errors.ts'
import { checkKeys, checkRecord } from '../src/model/checks.ts'
import type { SentModel } from '../src/model/run-prompts.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import type { MatcherContext } from './matcher-context.ts'
import { type ExpectedText, matchesText } from './matches-text.ts'

/** A model as `provider/model`, or its fields that matter. A session spells `modelID` as `id`; either will do. */
export type ExpectedModel = ExpectedText | ExpectedModelFields

/** Fields of a model, each a value or an asymmetric matcher. */
interface ExpectedModelFields {
  readonly providerID?: string | AsymmetricMatcher
  readonly modelID?: string | AsymmetricMatcher
  readonly id?: string | AsymmetricMatcher
  readonly variant?: string | AsymmetricMatcher
}

/** Whether a prompt's model is as expected. An asymmetric matcher may speak of the name or of the object. */
export function matchesModel(context: MatcherContext, model: SentModel | undefined, expected: ExpectedModel): boolean {
  if (isAsymmetricMatcher(expected)) {
    return matchesText(context, modelName(model), expected) || context.equals(model, expected, context.customTesters)
  }
  if (typeof expected === 'string' || expected instanceof RegExp)
    return matchesText(context, modelName(model), expected)
  if (model === undefined) return false
  const fields: Readonly<Record<string, unknown>> = { ...model, id: model.modelID }
  return Object.entries(expected).every(([key, value]) => context.equals(fields[key], value, context.customTesters))
}

/** `provider/model`; undefined where a prompt named none. */
export const modelName = (model: SentModel | undefined): string | undefined =>
  model && `${model.providerID}/${model.modelID}`

/** Passes an expected model; throws InvalidOptionError for a name without a provider, for an unknown field or for another type. */
export function checkExpectedModel(path: string, value: unknown): void {
  if (isAsymmetricMatcher(value) || value instanceof RegExp) return
  const expected = "'provider/model', a RegExp, an asymmetric matcher or an object"
  if (typeof value === 'string') {
    // Models of a reseller have a slash in their own id ('openrouter/deepseek/deepseek-chat'), so one is the least.
    if (/^[^/]+\/./.test(value)) return
    throw new InvalidOptionError({ path, expected, received: value })
  }
  checkKeys(path, checkRecord(path, value, expected), ['providerID', 'modelID', 'id', 'variant'])
}
