import type { FakeRequest } from '../../http/fake-handler.ts'
import { isRecord } from '../../model/checks.ts'
import { taggedBadRequest } from './errors.ts'
import type { Rejection } from '../rejection.ts'
import type { NewSession } from './v1-server.ts'

/** What a client asks of a session, new or known. */
export interface SessionBody extends NewSession {
  readonly time?: { readonly archived?: number }
}

/** Reads the body of `POST /session` and `PATCH /session/:id`; a bad one gets the server's bare 400 (facts/opencode-1x.md section 9). */
export function readSessionBody(request: FakeRequest): SessionBody | Rejection {
  const body = parse(request.text())
  if (!isRecord(body)) return rejected()
  const { title, parentID, agent, model, metadata, time } = body
  if (![title, parentID, agent].every((value) => value === undefined || typeof value === 'string')) return rejected()
  if (![model, metadata, time].every((value) => value === undefined || isRecord(value))) return rejected()
  const archived = isRecord(time) ? time['archived'] : undefined
  if (archived !== undefined && typeof archived !== 'number') return rejected()
  if (model !== undefined && !isSessionModel(model)) return rejected()
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof parentID === 'string' && { parentID }),
    ...(typeof agent === 'string' && { agent }),
    ...(model !== undefined && { model }),
    ...(isRecord(metadata) && { metadata }),
    ...(archived !== undefined && { time: { archived } }),
  }
}

const rejected = (): Rejection => ({ rejected: taggedBadRequest() })

const isSessionModel = (model: unknown): model is { id: string; providerID: string } =>
  isRecord(model) && typeof model['id'] === 'string' && typeof model['providerID'] === 'string'

/** No body at all is an empty one. */
function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined // malformed JSON is answered like a body of the wrong shape
  }
}
