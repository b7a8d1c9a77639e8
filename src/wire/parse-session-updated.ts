import { WireDriftError } from '../errors.ts'
import { EVENT_SESSION_UPDATED } from './event-types.ts'
import { isRecord } from './is-record.ts'
import { isSessionUpdated } from './is-session-updated.ts'
import { readCost } from './read-cost.ts'
import { readProperties } from './read-properties.ts'
import { readTokens } from './read-tokens.ts'
import { sessionIDFromProps } from './session-id-from-props.ts'

/**
 * What a session used so far: cumulative, so that the difference of two is what happened between them. `inputTokens` is without
 * cache, `outputTokens` without reasoning. `modelID` and `providerID` are '' before the session has a model. `costMalformed`: a cost
 * was there, but neither a number nor `{ cost }`; it reads as 0 USD.
 */
export interface SessionUsage {
  readonly sessionID: string
  readonly modelID: string
  readonly providerID: string
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costUSD: number
  readonly costMalformed: boolean
}

/**
 * The usage of a session from an event's JSON: a frame's whole data, or its properties. Undefined for another event, without `info`,
 * and for the sync twins of 1.15.13, whose `info` holds no more than what changed (captures/1.15.13/01-plain-text.json). Throws
 * WireDriftError where usage is there and does not fit.
 */
export function parseSessionUpdated(type: string, json: string): SessionUsage | undefined {
  if (!isSessionUpdated(type)) return undefined
  const props = readProperties(type, json)
  return type !== EVENT_SESSION_UPDATED && isPatch(props?.['info']) ? undefined : parseSessionUpdatedProps(props)
}

/** Without the session's id it is no session's info; a sum that falls back to 0 would be no sum. */
function isPatch(info: unknown): boolean {
  return isRecord(info) && info['id'] === undefined && info['cost'] === undefined && info['tokens'] === undefined
}

/** The same from properties that are parsed already; without a type, `info` that holds no usage reads as zeros. */
export function parseSessionUpdatedProps(props: unknown): SessionUsage | undefined {
  if (!isRecord(props) || !isRecord(props['info'])) return undefined
  const { model, tokens, cost } = props['info']
  const sessionID = sessionIDFromProps(props)
  const type = EVENT_SESSION_UPDATED
  if (sessionID === undefined) {
    throw new WireDriftError({ type, path: 'sessionID', expected: 'a string', received: props['sessionID'] })
  }
  const { input, output } = readTokens(type, 'info.tokens', tokens)
  const costUSD = readCost(cost)
  return {
    sessionID,
    modelID: isRecord(model) ? text(model['id'] ?? model['modelID']) : '',
    providerID: isRecord(model) ? text(model['providerID']) : '',
    inputTokens: input,
    outputTokens: output,
    costUSD: costUSD ?? 0,
    costMalformed: costUSD === undefined,
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
