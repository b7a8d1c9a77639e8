import { isRecord } from './checks.ts'

/**
 * The prompts of a run of the AI SDK: the user's messages at the end of its first request, as far as the result holds that (`ai` 7 leaves
 * it out unless `include` says otherwise). `request.messages` are the SDK's own, `request.body` what the provider sent.
 */
export function aiPrompts(request: unknown): readonly { readonly text: string; readonly files: number }[] {
  const { messages, body } = isRecord(request) ? request : {}
  const sent = Array.isArray(messages) ? messages : messagesOf(typeof body === 'string' ? parsed(body) : body)
  const said = sent.filter(isRecord).filter(({ role }) => role !== 'system' && role !== 'developer')
  const last = said.findLastIndex(({ role }) => role !== 'user')
  return said.slice(last + 1).map(({ content }) => readContent(content))
}

function messagesOf(body: unknown): readonly unknown[] {
  const messages = isRecord(body) ? body['messages'] : undefined
  return Array.isArray(messages) ? messages : []
}

function readContent(content: unknown): { readonly text: string; readonly files: number } {
  if (typeof content === 'string') return { text: content, files: 0 }
  const parts: readonly unknown[] = Array.isArray(content) ? content : []
  const texts = parts.flatMap((part) => (isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : []))
  return { text: texts.join('\n'), files: parts.length - texts.length }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined // some other body: it has no messages
  }
}
