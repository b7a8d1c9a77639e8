import { isRecord } from './is-record.ts'

/** An error as signals tell it. `name`: what 1.x calls its name (`APIError`), the preview and 2.x its type (`provider.auth`). */
export interface NamedError {
  readonly name: string
  readonly message?: string
}

/**
 * An error of the wire: `{ name, data: { message } }` in 1.x (facts/opencode-1x.md section 7), `{ type, message }` on the preview API and
 * in 2.x (facts/opencode-2x.md section 4.2). Undefined for what has neither name nor type. Never throws.
 */
export function readErrorName(error: unknown): NamedError | undefined {
  if (!isRecord(error)) return undefined
  const { name, type, data } = error
  if (typeof name === 'string') return withMessage(name, isRecord(data) ? data['message'] : undefined)
  return typeof type === 'string' ? withMessage(type, error['message']) : undefined
}

function withMessage(name: string, message: unknown): NamedError {
  return typeof message === 'string' ? { name, message } : { name }
}
