import { isRecord } from '../model/checks.ts'
import type { ChatBody } from './chat-request.ts'
import type { CheckContext } from './check-request.ts'
import type { Refusal } from './error-response.ts'

const roles = ['system', 'user', 'assistant', 'tool', 'latest_reminder']

/** The body of a request as JSON; a refusal where it is none, or no object. */
export function parseBody(
  rawBody: string,
  { profile }: Pick<CheckContext, 'profile'>,
): { readonly body: ChatBody } | { readonly refused: Refusal } {
  let body: unknown
  try {
    body = JSON.parse(rawBody)
  } catch {
    // The position, and what was expected there, are inferred.
    const what = rawBody === '' ? 'EOF while parsing a value' : 'expected value'
    const message = `Failed to parse the request body as JSON: ${what} at ${position(rawBody)}`
    return { refused: { status: 400, message, plain: profile.bodyErrors === 'plain-422' } }
  }
  if (isRecord(body)) return { body }
  const what = `invalid type: ${Array.isArray(body) ? 'sequence' : typeof body}, expected struct ChatCompletionRequest`
  return { refused: bodyError(`${what} at ${position(rawBody)}`, profile) }
}

/** What does not fit the types of the request: the API's deserialiser names the field and where it stopped reading. */
export function checkBody(body: ChatBody, context: CheckContext): Refusal | undefined {
  const { model, messages, tools } = body
  const fail = (what: string, near?: string): Refusal =>
    bodyError(`${what} at ${position(context.rawBody, near)}`, context.profile)
  if (!Array.isArray(messages)) return fail('missing field `messages`')
  if (typeof model !== 'string') return fail('missing field `model`')
  for (const [index, message] of messages.entries()) {
    const fault = messageFault(message, index, context)
    if (fault) return fail(fault.what, fault.near)
  }
  for (const [index, tool] of (Array.isArray(tools) ? tools : []).entries()) {
    const type: unknown = isRecord(tool) ? tool['type'] : undefined
    if (type !== 'function')
      return fail(`tools[${index}]: unknown variant \`${String(type)}\`, expected \`function\``, JSON.stringify(type))
  }
  return undefined
}

function messageFault(
  message: unknown,
  index: number,
  { profile }: CheckContext,
): { what: string; near?: string } | undefined {
  if (!isRecord(message)) return { what: `messages[${index}]: invalid type: expected struct Message` }
  const { role, content, tool_calls: calls } = message
  if (typeof role !== 'string')
    return { what: `messages[${index}]: missing field \`role\``, near: JSON.stringify(message) }
  if (!roles.includes(role)) {
    const expected = roles.map((known) => `\`${known}\``).join(', ')
    return {
      what: `messages[${index}].role: unknown variant \`${role}\`, expected one of ${expected}`,
      near: JSON.stringify(role),
    }
  }
  if (Array.isArray(content) && !profile.contentParts) {
    return { what: `messages[${index}]: invalid type: sequence, expected a string`, near: JSON.stringify(message) }
  }
  const mayLack = role === 'assistant' && Array.isArray(calls)
  if ((content === undefined || content === null) && !mayLack)
    return { what: `messages[${index}]: missing field \`content\``, near: JSON.stringify(message) }
  return undefined
}

/** Where a deserialiser that reads `near` stops; without it, the end of the body. The exact column is inferred. */
function position(rawBody: string, near?: string): string {
  const found = near === undefined ? -1 : rawBody.indexOf(near)
  const end = near === undefined || found === -1 ? rawBody.length : found + near.length
  const lines = rawBody.slice(0, end).split('\n')
  return `line ${lines.length} column ${lines.at(-1)?.length ?? 0}`
}

function bodyError(what: string, { bodyErrors }: CheckContext['profile']): Refusal {
  const message = `Failed to deserialize the JSON body into the target type: ${what}`
  return bodyErrors === 'plain-422' ? { status: 422, message, plain: true } : { status: 400, message }
}
