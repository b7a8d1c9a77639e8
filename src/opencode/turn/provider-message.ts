import { STATUS_CODES } from 'node:http'
import type { ModelHttpError } from '../../errors.ts'
import { isRecord } from '../../model/checks.ts'

/**
 * The provider's own message; one that only repeats the status is followed by the body, unless that is a web page
 * (facts/opencode-1x.md section 7).
 */
export function providerMessage({ status, body }: Pick<ModelHttpError, 'status' | 'body'>): string {
  const reason = STATUS_CODES[status] ?? `HTTP ${status}`
  const message = messageIn(body) ?? reason
  if (message !== reason || body === '' || /^\s*</.test(body)) return message
  return `${message}: ${body}`
}

function messageIn(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    const error = isRecord(parsed) ? parsed['error'] : undefined
    return isRecord(error) && typeof error['message'] === 'string' ? error['message'] : undefined
  } catch {
    return undefined // no JSON, so no message of DeepSeek's: the status speaks
  }
}
