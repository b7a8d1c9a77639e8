import { checkBody } from './check-body.ts'
import { checkMessages } from './check-messages.ts'
import { checkOptions } from './check-options.ts'
import { checkReasoningEcho } from './check-reasoning-echo.ts'
import { thinksIn, type ChatBody } from './chat-request.ts'
import type { Refusal } from './error-response.ts'
import { type ModelProfile, modelOf, type Profile, type ReasoningEcho } from './profile.ts'

/** What the checks need to know beside the body. */
export interface CheckContext {
  readonly profile: Profile
  readonly reasoningEcho: ReasoningEcho
  /** The body as it was sent, for the position that a serialisation error names. */
  readonly rawBody: string
  /** Whether the request came to `/beta`. */
  readonly beta: boolean
}

/** The model a check is about, and whether it thinks in this request. */
export interface CheckedModel {
  readonly model: ModelProfile
  readonly thinks: boolean
}

/**
 * What the real API would refuse of a chat request, undefined where it would answer: the shape of the body first, then the model, then
 * what only makes sense with it (facts/deepseek.md sections 2.1 to 2.3).
 */
export function checkRequest(body: ChatBody, context: CheckContext): Refusal | undefined {
  const shape = checkBody(body, context)
  if (shape) return shape
  const { profile } = context
  const name = String(body['model'])
  const model = modelOf(profile, name)
  if (!model) return { status: 400, message: profile.unknownModel(name) }
  const checked = { model, thinks: thinksIn(body, model) }
  return (
    checkOptions(body, context, checked) ?? checkMessages(body, context) ?? checkReasoningEcho(body, context, checked)
  )
}
