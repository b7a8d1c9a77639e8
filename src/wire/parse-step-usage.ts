import { WireDriftError } from '../errors.ts'
import { isPartUpdated } from './is-part-updated.ts'
import { isRecord } from './is-record.ts'
import { isStepEnded } from './is-step-ended.ts'
import { readProperties } from './read-properties.ts'
import { readTokens } from './read-tokens.ts'
import { sessionIDFromProps } from './session-id-from-props.ts'
import type { Tokens } from './tokens.ts'

/** What one step used. */
export interface StepUsage {
  readonly sessionID: string
  readonly tokens: Tokens
}

/**
 * The usage of a step from an event's JSON: a frame's whole data, or its properties. Undefined where the event ends no step. Throws
 * WireDriftError where usage is there and does not fit.
 */
export function parseStepUsage(type: string, json: string): StepUsage | undefined {
  if (!isPartUpdated(type) && !isStepEnded(type)) return undefined
  return parseStepUsageProps(type, readProperties(type, json))
}

/** The same from properties that are parsed already. */
export function parseStepUsageProps(type: string, props: unknown): StepUsage | undefined {
  const usage = usageOf(type, props)
  if (!usage) return undefined
  const [path, { tokens }] = usage
  if (tokens === undefined) return undefined
  const sessionID = sessionIDFromProps(props)
  if (sessionID === undefined) {
    throw new WireDriftError({ type, path: 'sessionID', expected: 'a string', received: undefined })
  }
  return { sessionID, tokens: readTokens(type, path, tokens) }
}

function usageOf(type: string, props: unknown): [path: string, holder: Record<string, unknown>] | undefined {
  if (!isRecord(props)) return undefined
  if (isStepEnded(type)) return ['tokens', props]
  if (!isPartUpdated(type)) return undefined
  const { part } = props
  return isRecord(part) && part['type'] === 'step-finish' ? ['part.tokens', part] : undefined
}
