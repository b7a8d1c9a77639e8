import { checkChoice, checkRecord, checkString, isRecord } from './checks.ts'
import { copyPlain } from './copy-plain.ts'
import { InvalidOptionError } from '../errors.ts'
import type { ModelMessage, ModelRequest, RequestToolCall } from './model-request.ts'
import type { RepliedToolCall, RespondMessage, RespondRequest } from './respond-request.ts'

const roles = ['system', 'user', 'assistant', 'tool'] as const

/** A copy of a request to a model. Throws InvalidOptionError for one without a list of messages, or a message that is none. */
export function readModelRequest(path: string, request: RespondRequest): ModelRequest {
  const { messages, tools } = checkRecord(path, request, 'a request with messages')
  for (const [index, message] of checkList(`${path}.messages`, messages).entries()) {
    const fields = checkRecord(`${path}.messages[${index}]`, message, 'a message with a role and content')
    checkChoice(`${path}.messages[${index}].role`, fields['role'], roles)
    checkString(`${path}.messages[${index}].content`, fields['content'])
    checkCalls(`${path}.messages[${index}].toolCalls`, fields['toolCalls'])
  }
  checkNamed(`${path}.tools`, tools, ['name'])
  return { ...copyPlain(request), messages: copyPlain(request.messages).map(toMessage) }
}

function checkList(path: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new InvalidOptionError({ path, expected: 'a list', received: value })
}

function checkNamed(path: string, value: unknown, texts: readonly string[]): void {
  if (value === undefined) return
  for (const [index, item] of checkList(path, value).entries()) {
    const fields = checkRecord(`${path}[${index}]`, item)
    for (const text of texts) checkString(`${path}[${index}].${text}`, fields[text])
  }
}

/** A call is one of a reply, or as the API spells it. */
function checkCalls(path: string, calls: unknown): void {
  checkNamed(path, calls, ['id', 'name'])
  for (const [index, call] of (calls === undefined ? [] : checkList(path, calls)).entries()) {
    const { args, arguments: raw } = checkRecord(`${path}[${index}]`, call)
    if (typeof raw === 'string' || typeof args === 'string' || isRecord(args)) continue
    const expected = 'an object or raw JSON, or `arguments` with raw JSON'
    throw new InvalidOptionError({ path: `${path}[${index}].args`, expected, received: args })
  }
}

const toMessage = ({ toolCalls, ...message }: RespondMessage): ModelMessage =>
  toolCalls ? { ...message, toolCalls: toolCalls.map(toRequestCall) } : message

function toRequestCall(call: RequestToolCall | RepliedToolCall): RequestToolCall {
  if ('arguments' in call) return call
  const { id, name, args } = call
  return { id, name, arguments: typeof args === 'string' ? args : JSON.stringify(args) }
}
