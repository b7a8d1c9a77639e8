import { DEFAULT_MODEL } from '../default-model.ts'
import type { PromptModel } from './prompt-body.ts'
import type { Session } from './session.ts'

/** The model of a session, as a prompt names one. */
export function modelOf({ info: { model = DEFAULT_MODEL } }: Session): PromptModel {
  return { providerID: model.providerID, modelID: model.id }
}
