import { isRecord } from '../src/model/checks.ts'
import { aroundDifference } from './around-difference.ts'
import type { RecordedModelRequest } from './model-requests.ts'

/** A request that does not begin with the messages of the one before it. Places count from 0. */
export interface PrefixBreak {
  readonly request: number
  readonly before: number
  /** The first message that differs. */
  readonly message: number
  readonly expected: unknown
  /** Undefined where the request has fewer messages. */
  readonly received: unknown
}

/** Of the requests that follow another one of their session: how many, and those that do not continue it. */
export function prefixBreaks(
  requests: readonly RecordedModelRequest[],
  isSame: (one: unknown, other: unknown) => boolean,
): { readonly followed: number; readonly breaks: readonly PrefixBreak[] } {
  const newest = new Map<string | undefined, number>()
  const breaks: PrefixBreak[] = []
  let followed = 0
  for (const [place, request] of requests.entries()) {
    // Side calls ask something else; what is no chat request has no messages.
    if (request.side || request.messages.length === 0) continue
    const before = newest.get(request.session)
    newest.set(request.session, place)
    if (before === undefined) continue
    followed += 1
    const earlier = requests[before]?.sent ?? []
    const later = request.sent
    const at = earlier.findIndex((message, index) => !isSame(later[index], message))
    if (at === -1) continue
    const [expected, received] = shortened(earlier[at], later[at])
    breaks.push({ request: place, before, message: at, expected, received })
  }
  return { followed, breaks }
}

/** Two messages whose long texts are cut to where they differ. */
function shortened(one: unknown, other: unknown): readonly [unknown, unknown] {
  if (!isRecord(one) || !isRecord(other)) return [one, other]
  const { content } = one
  const { content: changed } = other
  if (typeof content !== 'string' || typeof changed !== 'string') return [one, other]
  const [before, after] = aroundDifference(content, changed)
  return [
    { ...one, content: before },
    { ...other, content: after },
  ]
}
