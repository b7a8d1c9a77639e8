import { isRecord } from '../model/checks.ts'
import { contentText, messagesOf, type ChatBody } from './chat-request.ts'
import type { CheckContext, CheckedModel } from './check-request.ts'
import type { Refusal } from './error-response.ts'
import { estimateTokens } from '../model/estimate-tokens.ts'

/** What the API refuses of the fields beside the messages. */
export function checkOptions(
  body: ChatBody,
  context: CheckContext,
  { model, thinks }: CheckedModel,
): Refusal | undefined {
  const { max_tokens: maxTokens, tool_choice: toolChoice, response_format: format, tools } = body
  if (maxTokens !== undefined && maxTokens !== null) {
    const fits = Number.isInteger(maxTokens) && Number(maxTokens) >= 1 && Number(maxTokens) <= model.maxOutput
    if (!fits) return refuse(`Invalid max_tokens value, the valid range of max_tokens is [1, ${model.maxOutput}]`)
  }
  const forced = toolChoice === 'required' || isRecord(toolChoice)
  // R1 of 2025-09 ignored it; V3.2 is not documented on it (facts/deepseek.md section 2.1).
  if (forced && thinks && context.profile.name === '2026-11')
    return refuse('Thinking mode does not support this tool_choice')
  if (isRecord(format)) {
    const { type } = format
    if (type !== 'text' && type !== 'json_object') return refuse('This response_format type is unavailable now')
    const prompted = messagesOf(body).some((message) => /json/i.test(contentText(message)))
    if (type === 'json_object' && !prompted) {
      return refuse("Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.")
    }
  }
  const misnamed = misnamedTool(tools)
  if (misnamed !== undefined) {
    return refuse(
      `Invalid 'tools[${misnamed}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    )
  }
  const strict = (Array.isArray(tools) ? tools : []).some(
    (tool) => isRecord(tool) && isRecord(tool['function']) && tool['function']['strict'] === true,
  )
  // The wording is inferred: the documentation only says that strict needs /beta.
  if (strict && !context.beta)
    return refuse('strict tools are only available with the beta base URL (https://api.deepseek.com/beta)')
  return checkLength(body, model.contextWindow, Number(maxTokens ?? 0))
}

/** The index of the first tool whose name the API refuses. That it also refuses more than 64 characters in these words is inferred. */
function misnamedTool(tools: unknown): number | undefined {
  const names: readonly unknown[] = Array.isArray(tools) ? tools : []
  const index = names.findIndex((tool) => {
    const name = isRecord(tool) && isRecord(tool['function']) ? tool['function']['name'] : undefined
    return typeof name === 'string' && !/^[a-zA-Z0-9_-]{1,64}$/.test(name)
  })
  return index === -1 ? undefined : index
}

function checkLength(body: ChatBody, limit: number, completion: number): Refusal | undefined {
  const prompt = estimateTokens(messagesOf(body).map(contentText).join(''))
  if (prompt + completion <= limit) return undefined
  const split = `(${prompt} in the messages, ${completion} in the completion)`
  const message = `This model's maximum context length is ${limit} tokens. However, you requested ${prompt + completion} tokens ${split}. Please reduce the length of the messages or completion.`
  return { status: 400, message }
}

const refuse = (message: string): Refusal => ({ status: 400, message })
