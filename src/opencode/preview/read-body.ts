import type { FakeRequest } from '../../http/fake-handler.ts'
import { isRecord } from '../../model/checks.ts'
import type { IdSource } from '../id-source.ts'
import { unexpected } from '../v1/errors.ts'
import type { Rejection } from '../rejection.ts'
import { invalidRequest } from '../flat/http-errors.ts'
import { unsupportedType } from './errors.ts'

/** A body that is an object, or the answer that another one gets (captures/1.18.33-api/13-errors.json). */
export function readPreviewBody(
  request: FakeRequest,
  ids: IdSource,
): { readonly body: Readonly<Record<string, unknown>> } | Rejection {
  const text = request.text()
  if (text === '') return { rejected: invalidRequest('Expected object, got undefined') }
  const [type = ''] = (request.headers['content-type'] ?? 'application/json').split(';')
  if (!/^application\/(.*\+)?json$/i.test(type.trim())) return { rejected: unsupportedType(type.trim()) }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { rejected: unexpected(ids) } // in the shape of v1
  }
  if (isRecord(body)) return { body }
  return { rejected: invalidRequest(`Expected object, got ${JSON.stringify(body)}`) }
}

/** What is wrong with a model that a client names; undefined: nothing. */
export function modelFault(model: unknown): string | undefined {
  if (!isRecord(model)) return `Expected Model.Ref, got ${JSON.stringify(model)}\n  at ["model"]`
  for (const key of ['id', 'providerID']) {
    const value = model[key]
    if (value === undefined) return `Missing key\n  at ["model"]["${key}"]`
    if (typeof value !== 'string') return `Expected string, got ${JSON.stringify(value)}\n  at ["model"]["${key}"]`
  }
  const { variant } = model
  if (variant === undefined || typeof variant === 'string') return undefined
  return `Expected string, got ${JSON.stringify(variant)}\n  at ["model"]["variant"]`
}
