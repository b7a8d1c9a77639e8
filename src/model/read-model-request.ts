import { checkChoice, checkRecord, checkString } from './checks.ts'
import { copyPlain } from './copy-plain.ts'
import { InvalidOptionError } from '../errors.ts'
import type { ModelRequest } from './model-request.ts'

const roles = ['system', 'user', 'assistant', 'tool'] as const

/** A copy of a request to a model. Throws InvalidOptionError for one without a list of messages, or a message that is none. */
export function readModelRequest(path: string, request: ModelRequest): ModelRequest {
  const { messages, tools } = checkRecord(path, request, 'a request with messages')
  for (const [index, message] of checkList(`${path}.messages`, messages).entries()) {
    const fields = checkRecord(`${path}.messages[${index}]`, message, 'a message with a role and content')
    checkChoice(`${path}.messages[${index}].role`, fields['role'], roles)
    checkString(`${path}.messages[${index}].content`, fields['content'])
    checkNamed(`${path}.messages[${index}].toolCalls`, fields['toolCalls'], ['id', 'name', 'arguments'])
  }
  checkNamed(`${path}.tools`, tools, ['name'])
  return copyPlain(request)
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
