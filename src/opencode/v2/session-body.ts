import type { FakeRequest } from '../../http/fake-handler.ts'
import { isRecord } from '../../model/checks.ts'
import { pickFields } from '../../wire/pick-fields.ts'
import { idFault } from '../id-fault.ts'
import type { Rejection } from '../rejection.ts'
import { readBody, reject } from './read-body.ts'

/** What a client may choose of a new session, as `session.created` tells it; the directory and the ids stand for themselves. */
export interface SessionBody {
  readonly id?: string
  readonly parentID?: string
  readonly directory?: string
  readonly title?: unknown
  readonly agent?: unknown
  readonly model?: unknown
  readonly metadata?: unknown
  readonly permissions?: unknown
}

/** Reads the body of `POST /api/session`, which may be missing altogether. */
export function readSession(request: FakeRequest): SessionBody | Rejection {
  const read = readBody(
    request,
    {},
    {
      id: 'string',
      parentID: 'string',
      title: 'string',
      agent: 'string',
      model: 'object',
      location: 'object',
      metadata: 'object',
      permissions: 'array',
    },
  )
  if ('rejected' in read) return read
  const { id, parentID, model, location } = read.body
  for (const [key, value] of Object.entries({ id, parentID })) {
    const fault = value === undefined ? undefined : idFault(key, value, 'ses')
    if (fault !== undefined) return reject(fault)
  }
  if (model && !isModelRef(model)) return reject('Missing key\n  at ["model"]["providerID"]')
  const directory = isRecord(location) ? location['directory'] : undefined
  if (location && typeof directory !== 'string') return reject('Missing key\n  at ["location"]["directory"]')
  return {
    ...pickFields({ ...read.body }, ['title', 'agent', 'model', 'metadata', 'permissions']),
    ...(id !== undefined && { id }),
    ...(parentID !== undefined && { parentID }),
    ...(typeof directory === 'string' && { directory }),
  }
}

/** Whether a model is named as 2.x does. */
export const isModelRef = ({ id, providerID }: Readonly<Record<string, unknown>>): boolean =>
  typeof id === 'string' && typeof providerID === 'string'
