import { isRecord } from './is-record.ts'

/**
 * What a run failed with, one shape for all dialects. 1.x names errors (`APIError`), 2.x has a `type`. `status` is the HTTP status
 * that the model's provider answered. `raw` is the error as it was on the wire, or the value that was thrown.
 */
export interface RunError {
  readonly name?: string
  readonly type?: string
  readonly message: string
  readonly status?: number
  readonly raw: unknown
}

/**
 * The error of a message or an event. 1.x writes `{ name, data: { message, statusCode? } }` (facts/opencode-1x.md section 7), the
 * preview API and 2.x `{ type, message, status? }` (facts/opencode-2x.md section 4.2). Never throws.
 */
export function readRunError(raw: unknown): RunError {
  if (!isRecord(raw)) return { message: typeof raw === 'string' ? raw : '', raw }
  const { name, type } = raw
  const data = isRecord(raw['data']) ? raw['data'] : raw
  const { message } = data
  const status = data['statusCode'] ?? data['status']
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof type === 'string' && { type }),
    message: typeof message === 'string' ? message : '',
    ...(typeof status === 'number' && { status }),
    raw,
  }
}
