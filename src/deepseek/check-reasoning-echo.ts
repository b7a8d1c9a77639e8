import { messagesOf, toolCallsOf, type ChatBody } from './chat-request.ts'
import type { CheckContext, CheckedModel } from './check-request.ts'
import type { Refusal } from './error-response.ts'

const missing = 'The `reasoning_content` in the thinking mode must be passed back to the API.'

/**
 * Whether the assistant messages carry `reasoning_content` as the rule wants it; an empty one counts. Only where the request thinks
 * (facts/deepseek.md section 2.2).
 */
export function checkReasoningEcho(
  body: ChatBody,
  { reasoningEcho }: CheckContext,
  { thinks }: CheckedModel,
): Refusal | undefined {
  if (!thinks || reasoningEcho === 'off') return undefined
  const assistants = [...messagesOf(body).entries()].filter(([, { role }]) => role === 'assistant')
  switch (reasoningEcho) {
    case 'r1-forbid': {
      const echoed = assistants.find(echoes)
      // The rule is documented, the wording inferred.
      return (
        echoed &&
        refuse(`The \`reasoning_content\` field is not allowed in the input messages (message index ${echoed[0]})`)
      )
    }
    case 'v3.2': {
      const silent = inLastTurn(body, assistants).find((entry) => calls(entry) && !echoes(entry))
      const guide = 'https://api-docs.deepseek.com/guides/thinking_mode#tool-calls'
      return (
        silent &&
        refuse(
          `Missing \`reasoning_content\` field in the assistant message at message index ${silent[0]}. For more information, please refer to ${guide}`,
        )
      )
    }
    case 'v4-tool-turns':
      return assistants.some((entry) => calls(entry) && !echoes(entry)) ? refuse(missing) : undefined
    case 'v4-with-tools': {
      const carriesTools = Array.isArray(body['tools']) && body['tools'].length > 0
      return carriesTools && !assistants.every(echoes) ? refuse(missing) : undefined
    }
  }
}

/** A tool loop is what came since the last prompt of the user. */
function inLastTurn(
  body: ChatBody,
  entries: readonly (readonly [number, ChatBody])[],
): readonly (readonly [number, ChatBody])[] {
  const lastPrompt = messagesOf(body).findLastIndex(({ role }) => role === 'user')
  return entries.filter(([index]) => index > lastPrompt)
}

const calls = ([, message]: readonly [number, ChatBody]): boolean => toolCallsOf(message).length > 0

const echoes = ([, message]: readonly [number, ChatBody]): boolean => typeof message['reasoning_content'] === 'string'

const refuse = (message: string): Refusal => ({ status: 400, message })
