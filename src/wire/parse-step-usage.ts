import { WireDriftError } from '../errors.ts'
import { isPartUpdated } from './is-part-updated.ts'
import { isRecord } from './is-record.ts'
import { isStepEnded } from './is-step-ended.ts'
import { isStepFailed } from './is-step-failed.ts'
import { readProperties } from './read-properties.ts'
import { readTokens } from './read-tokens.ts'
import { sessionIDFromProps } from './session-id-from-props.ts'
import type { Tokens } from './tokens.ts'

/** What one step used. */
export interface StepUsage {
  readonly sessionID: string
  readonly tokens: Tokens
}

/** The part that closes a step of 1.x (facts/opencode-1x.md section 3). */
const STEP_FINISH = 'step-finish'

/**
 * The usage of a step from an event's JSON: a frame's whole data, or its properties. Undefined where the event ends no step. Throws
 * WireDriftError where usage is there and does not fit. 1.15.13 with the experimental event system tells each step's usage twice, as a
 * part and as `session.next.step.ended` (facts/opencode-1x.md section 14).
 */
export function parseStepUsage(type: string, json: string): StepUsage | undefined {
  // Nearly all parts are no step-finish, and many are long: a search costs much less than a parse.
  const mayHold = isPartUpdated(type) ? json.includes(STEP_FINISH) : endsStep(type)
  return mayHold ? parseStepUsageProps(type, readProperties(type, json)) : undefined
}

/** The same from properties that are parsed already. */
export function parseStepUsageProps(type: string, props: unknown): StepUsage | undefined {
  if (!isRecord(props)) return undefined
  if (!isPartUpdated(type)) return endsStep(type) ? usageOf(type, props, 'tokens', props['tokens']) : undefined
  const { part } = props
  if (!isRecord(part) || part['type'] !== STEP_FINISH) return undefined
  return usageOf(type, props, 'part.tokens', part['tokens'])
}

const endsStep = (type: string): boolean => isStepEnded(type) || isStepFailed(type)

function usageOf(
  type: string,
  props: Readonly<Record<string, unknown>>,
  path: string,
  tokens: unknown,
): StepUsage | undefined {
  if (tokens === undefined) return undefined
  const sessionID = sessionIDFromProps(props)
  if (sessionID === undefined) {
    throw new WireDriftError({ type, path: 'sessionID', expected: 'a string', received: props['sessionID'] })
  }
  return { sessionID, tokens: readTokens(type, path, tokens) }
}
