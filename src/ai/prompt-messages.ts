import { isRecord } from '../model/checks.ts'
import type { ModelMessage, RequestToolCall } from '../model/model-request.ts'
import { toJson } from '../model/to-json.ts'

type Part = Readonly<Record<string, unknown>>

/**
 * A prompt of the AI SDK as the messages of a request. What is no text stands as a note in brackets: `[file photo.png image/png]`. A
 * message with tool results becomes one for each.
 */
export function promptMessages(prompt: readonly unknown[]): ModelMessage[] {
  return prompt.filter(isRecord).flatMap(({ role, content }): ModelMessage[] => {
    const parts: readonly Part[] = Array.isArray(content) ? content.filter(isRecord) : [{ type: 'text', text: content }]
    if (role === 'system' || role === 'user') return [{ role, content: parts.map(shown).join('\n') }]
    const results = parts
      .filter(({ type }) => type === 'tool-result' || type === 'tool-approval-response')
      .map(toResult)
    return role === 'assistant' ? [toAssistant(parts)].concat(results) : results
  })
}

function toAssistant(parts: readonly Part[]): ModelMessage {
  const reasoning = parts.filter(({ type }) => type === 'reasoning').map(({ text }) => textOf(text))
  const calls = parts.filter(({ type }) => type === 'tool-call').map(toCall)
  const elsewhere = new Set<unknown>(['reasoning', 'tool-call', 'tool-result'])
  return {
    role: 'assistant',
    content: parts.flatMap((part) => (elsewhere.has(part['type']) ? [] : [shown(part)])).join(''),
    ...(reasoning.length > 0 && { reasoning: reasoning.join('') }),
    ...(calls.length > 0 && { toolCalls: calls }),
  }
}

// An input that is no JSON reaches the next request as the text that it was.
const toCall = ({ toolCallId, toolName, input }: Part): RequestToolCall => ({
  id: textOf(toolCallId),
  name: textOf(toolName),
  arguments: typeof input === 'string' ? input : jsonOf(input),
})

function toResult(part: Part): ModelMessage {
  const { type, toolCallId, output, approvalId, approved, reason } = part
  if (type === 'tool-result') return { role: 'tool', content: outputText(output), toolCallId: textOf(toolCallId) }
  const verdict = `${approved === true ? 'approved' : 'denied'}${reason === undefined ? '' : `: ${textOf(reason)}`}`
  return { role: 'tool', content: `[approval ${textOf(approvalId)} ${verdict}]` }
}

/** The output of a tool as the model is given it. */
function outputText(output: unknown): string {
  if (!isRecord(output)) return jsonOf(output)
  const { type, value, reason } = output
  if (type === 'execution-denied') return reason === undefined ? 'Tool execution denied.' : textOf(reason)
  if (type === 'content' && Array.isArray(value)) return value.filter(isRecord).map(shown).join('\n')
  return typeof value === 'string' ? value : jsonOf(value)
}

/** A part as text: itself, or what it is, by the fields that name things. */
function shown(part: Part): string {
  const { type, text, filename, mediaType, kind, url, data } = part
  if (type === 'text') return textOf(text)
  const addresses = [url, data, isRecord(data) ? data['url'] : undefined].map(addressOf)
  const names = [filename, mediaType, kind, ...addresses].filter((name) => typeof name === 'string')
  return `[${[textOf(type), ...names].join(' ')}]`
}

function addressOf(value: unknown): string | undefined {
  if (value instanceof URL) return value.href
  return typeof value === 'string' && /^https?:/.test(value) ? value : undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const jsonOf = (value: unknown): string => toJson(value) ?? String(value)
