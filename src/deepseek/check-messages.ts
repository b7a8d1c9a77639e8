import { messagesOf, toolCallsOf, type ChatBody } from './chat-request.ts'
import type { CheckContext } from './check-request.ts'
import type { Refusal } from './error-response.ts'

/** What the API refuses of the order of messages: each call of a tool needs its answer, right behind it, and only one. */
export function checkMessages(body: ChatBody, { beta }: CheckContext): Refusal | undefined {
  const messages = messagesOf(body)
  if (messages.length === 0) return refuse('Empty input messages')
  let waiting = new Set<string>()
  let answered = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const { role, tool_call_id: id } = message
    if (role === 'tool') {
      const call = String(id)
      if (answered.has(call)) return refuse(`Duplicate value for 'tool_call_id' of ${call} in message[${index}]`)
      if (!waiting.delete(call))
        return refuse("Messages with role 'tool' must be a response to a preceding message with 'tool_calls'")
      answered.add(call)
      continue
    }
    if (waiting.size > 0) return refuse(insufficient)
    waiting = new Set(role === 'assistant' ? toolCallsOf(message).map((call) => String(call['id'])) : [])
    answered = new Set()
    if (message['prefix'] === true && !beta) {
      // The wording is inferred: the documentation only says that a prefix needs /beta.
      return refuse('prefix is only available with the beta base URL (https://api.deepseek.com/beta)')
    }
  }
  return waiting.size > 0 ? refuse(insufficient) : undefined
}

const insufficient =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)"

const refuse = (message: string): Refusal => ({ status: 400, message })
