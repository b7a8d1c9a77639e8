import type { ModelHttpError } from '../../../errors.ts'
import type { MessageError } from '../../../wire/message.ts'
import { providerMessage } from '../../turn/provider-message.ts'

/** Whether opencode tries a round-trip again that the provider answered with `status` (facts/opencode-1x.md section 7). */
export const isRetryable = (status: number): boolean =>
  status === 408 || status === 409 || status === 429 || status >= 500

/** A provider's HTTP error as opencode writes it into the message and into `session.error`. */
export function providerError(error: ModelHttpError): MessageError {
  const { status, body, headers } = error
  return {
    name: 'APIError',
    data: {
      message: providerMessage(error),
      statusCode: status,
      isRetryable: isRetryable(status),
      responseHeaders: headers,
      responseBody: body,
      metadata: { url: 'https://api.deepseek.com/chat/completions' },
    },
  }
}
