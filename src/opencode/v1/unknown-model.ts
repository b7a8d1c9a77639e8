import type { MessageError } from '../../wire/message.ts'
import type { PromptModel } from './prompt-body.ts'
import type { V1Server } from './v1-server.ts'

/** What opencode says where the models are given and this one is not among them; it also suggests others, which the fake does not. */
export function unknownModel({ core }: V1Server, model: PromptModel | undefined): MessageError | undefined {
  const { models } = core.settings
  if (!model || !models) return undefined
  const name = `${model.providerID}/${model.modelID}`
  return models.includes(name) ? undefined : { name: 'UnknownError', data: { message: `Model not found: ${name}.` } }
}
