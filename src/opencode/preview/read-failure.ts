import { ModelConnectionError, ModelHttpError } from '../../errors.ts'
import type { FailurePlace, FlatFailure } from '../flat/dialect.ts'
import { headerDelay } from '../turn/retry-delay.ts'
import { StreamFault } from '../turn/stream-fault.ts'
import { previewError } from './errors.ts'

/** How often a round-trip is asked for in all (facts/opencode-1x-preview-api.md section 3, scenario 07). */
const ATTEMPTS = 3

/**
 * What the preview makes of a round-trip that failed; every error is of type 'unknown', and only its words differ
 * (facts/opencode-1x-preview-api.md section 3, scenario 07). undefined: it is none, the test's own code failed.
 */
export function readPreviewFailure(error: unknown, { attempt }: FailurePlace): FlatFailure | undefined {
  if (error instanceof ModelHttpError) {
    const { status, body, headers } = error
    const failure = { error: previewError(`Provider request failed with HTTP ${status}: ${body}`) }
    const again = isRetryable(status) && attempt < ATTEMPTS
    return again ? { ...failure, retryAfter: headerDelay(headers) ?? 500 * 2 ** (attempt - 1) } : failure
  }
  if (error instanceof ModelConnectionError) {
    const lost = 'Failed to read deepseek/openai-compatible-chat stream'
    return { error: previewError(error.how === 'reset' ? lost : 'HTTP transport failed') }
  }
  if (!(error instanceof StreamFault)) return undefined
  return { error: previewError('Invalid deepseek/openai-compatible-chat stream event') }
}

/** Neither 408 nor 409 is tried again (seen on a real server). */
const isRetryable = (status: number): boolean => status === 429 || status >= 500
