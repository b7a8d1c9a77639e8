import { isRecord } from '../model/checks.ts'
import type { ModelMessage, ModelRequest, OfferedTool, RequestToolCall } from '../model/model-request.ts'

/** The body of a chat request: parsed, and so far a record; the checks look at its fields. */
export type ChatBody = Readonly<Record<string, unknown>>

/** The messages of a body, those that are records; a body without a list of them has none. */
export const messagesOf = ({ messages }: ChatBody): readonly ChatBody[] =>
  Array.isArray(messages) ? messages.filter(isRecord) : []

/** The tool calls of an assistant message, those that are records. */
export const toolCallsOf = ({ tool_calls: calls }: ChatBody): readonly ChatBody[] =>
  Array.isArray(calls) ? calls.filter(isRecord) : []

/** A body as the script sees it. Fields of a wrong type are left out; `raw` has them all. */
export function toModelRequest(body: ChatBody, session: string | undefined): ModelRequest {
  const { model, messages: _messages, tools, tool_choice: toolChoice, ...options } = body
  return {
    ...(typeof model === 'string' && { model }),
    messages: messagesOf(body).map(toModelMessage),
    ...(Array.isArray(tools) && { tools: tools.map(toOfferedTool).filter((tool) => tool !== undefined) }),
    ...(toolChoice !== undefined && { toolChoice }),
    options,
    raw: body,
    ...(session !== undefined && { session }),
  }
}

/** The text of a message's content: a string, or the text parts of a list. */
export function contentText({ content }: ChatBody): string {
  if (typeof content === 'string') return content
  const parts: readonly unknown[] = Array.isArray(content) ? content : []
  return parts.flatMap((part) => (isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : [])).join('\n')
}

function toModelMessage(message: ChatBody): ModelMessage {
  const { role, reasoning_content: thought, tool_call_id: toolCallId } = message
  const calls = toolCallsOf(message).map(toToolCall)
  return {
    // What the client adds by itself, as `latest_reminder`, is no prompt.
    role: role === 'user' || role === 'assistant' || role === 'tool' ? role : 'system',
    content: contentText(message),
    ...(typeof thought === 'string' && { reasoning: thought }),
    ...(calls.length > 0 && { toolCalls: calls }),
    ...(typeof toolCallId === 'string' && { toolCallId }),
  }
}

function toToolCall({ id, function: called }: ChatBody): RequestToolCall {
  const { name, arguments: args } = isRecord(called) ? called : {}
  return { id: textOr(id), name: textOr(name), arguments: textOr(args) }
}

function toOfferedTool(tool: unknown): OfferedTool | undefined {
  const offered = isRecord(tool) ? tool['function'] : undefined
  if (!isRecord(offered) || typeof offered['name'] !== 'string') return undefined
  const { name, description, parameters } = offered
  return {
    name,
    ...(typeof description === 'string' && { description }),
    ...(parameters !== undefined && { parameters }),
  }
}

/** Whether a model thinks in this request: `thinking` and `reasoning_effort: 'none'` say, else its default (facts/deepseek.md section 2.1). */
export function thinksIn(
  { thinking, reasoning_effort: effort }: ChatBody,
  { thinks }: { readonly thinks: boolean },
): boolean {
  const type = isRecord(thinking) ? thinking['type'] : undefined
  if (type === 'disabled' || effort === 'none') return false
  return type === 'enabled' || thinks
}

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '')
