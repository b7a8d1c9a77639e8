import { checkRecord, checkString, isRecord } from '../src/model/checks.ts'
import { promptsOfRun, type SentModel, type SentPrompt } from '../src/model/run-prompts.ts'
import { receivedRun } from './received-run.ts'

/**
 * The prompts that `received` was sent, oldest first: what a fake or model recorded as `sentPrompts`, or the user's prompts of a run.
 * Throws InvalidOptionError for anything else.
 */
export function sentPromptsOf(matcher: string, received: unknown): readonly SentPrompt[] {
  const recorded = isRecord(received) ? received['sentPrompts'] : undefined
  if (Array.isArray(recorded)) {
    return recorded.map((prompt: unknown, index) => readSentPrompt(`${matcher} received.sentPrompts[${index}]`, prompt))
  }
  return promptsOfRun(receivedRun(matcher, received, 'a fake or model that records its prompts'))
}

function readSentPrompt(path: string, value: unknown): SentPrompt {
  const { text, agent, sessionID, model } = checkRecord(path, value)
  const sentModel = readModel(model)
  return {
    text: checkString(`${path}.text`, text),
    ...(typeof agent === 'string' && { agent }),
    ...(typeof sessionID === 'string' && { sessionID }),
    ...(sentModel && { model: sentModel }),
  }
}

// Two spellings are about: a message names a model by `modelID`, a session by `id`.
function readModel(value: unknown): SentModel | undefined {
  if (!isRecord(value)) return undefined
  const { providerID, modelID = value['id'], variant } = value
  if (typeof providerID !== 'string' || typeof modelID !== 'string') return undefined
  return { providerID, modelID, ...(typeof variant === 'string' && { variant }) }
}
