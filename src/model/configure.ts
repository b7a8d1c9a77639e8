import { sharedState } from '../shared-state.ts'
import { checkBoolean, checkKeys, checkRecord } from './checks.ts'

/** What a setup entry does with every test. */
export interface Configuration {
  /** A test fails at its end when scripted replies are left, or a fake missed a request. Default false. */
  readonly strict?: boolean
}

const state = (): { strict: boolean } => sharedState('configuration', () => ({ strict: false }))

/**
 * Sets how the setup entry judges tests, until the test file ends; what a setup file of the user's sets holds for each file. Returns what
 * puts back what was set before. Throws InvalidOptionError for an unknown option or a wrong value.
 *
 * @example
 * configure({ strict: true })
 */
export function configure(options: Configuration): () => void {
  const fields = checkRecord('configure(options)', options)
  checkKeys('configure(options)', fields, ['strict'])
  const before = state().strict
  if (options.strict !== undefined) state().strict = checkBoolean('configure(options).strict', options.strict)
  return () => {
    state().strict = before
  }
}

/** Whether tests fail for replies that are left and requests that were missed. */
export const isStrict = (): boolean => state().strict

/** Back to the defaults. */
export function resetConfiguration(): void {
  state().strict = false
}
