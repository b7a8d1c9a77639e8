import { WireDriftError } from '../errors.ts'
import { isPartUpdated } from './is-part-updated.ts'
import { isRecord } from './is-record.ts'
import { isStepEnded } from './is-step-ended.ts'
import { isStepFailed } from './is-step-failed.ts'
import { matchStepFinish } from './match-step-finish.ts'
import { parseJson } from './parse-json.ts'
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
 * WireDriftError where usage is there and does not fit. 1.15.13 with the experimental event system tells each step's usage twice, as a
 * part and as `session.next.step.ended` (facts/opencode-1x.md section 14).
 */
export function parseStepUsage(type: string, json: string): StepUsage | undefined {
  if (isPartUpdated(type)) return usageOfPartText(type, json)
  return endsStep(type) ? usageOfStep(type, readProperties(type, json)) : undefined
}

/** The same from properties that are parsed already. */
export function parseStepUsageProps(type: string, props: unknown): StepUsage | undefined {
  if (isPartUpdated(type)) return usageOfPart(type, props)
  return endsStep(type) ? usageOfStep(type, props) : undefined
}

function endsStep(type: string): boolean {
  return isStepEnded(type) || isStepFailed(type)
}

function usageOfPartText(type: string, json: string): StepUsage | undefined {
  // Nearly all parts are no step-finish, and many are long: a search costs much less than a parse, and least where it starts with a byte
  // that frames hardly have.
  if (!json.includes('-finish')) return undefined
  const texts = matchStepFinish(json)
  if (!texts) return usageOfPart(type, readProperties(type, json))
  return { sessionID: texts.sessionID, tokens: readTokens(type, 'part.tokens', parseJson(texts.tokens, type)) }
}

function usageOfPart(type: string, props: unknown): StepUsage | undefined {
  if (!isRecord(props)) return undefined
  const { part } = props
  return isRecord(part) && part['type'] === 'step-finish'
    ? usage(type, props, 'part.tokens', part['tokens'])
    : undefined
}

function usageOfStep(type: string, props: unknown): StepUsage | undefined {
  return isRecord(props) ? usage(type, props, 'tokens', props['tokens']) : undefined
}

function usage(
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
