import { InvalidOptionError } from '../src/errors.ts'
import { RunResult } from '../src/model/run-result.ts'

/**
 * The run that `received` is or holds. Throws InvalidOptionError for anything else, and what is thrown fails a test under `.not`
 * too: `expect(undefined).not.toHaveOutcome('failed')` must not pass. `alternative` names what else the matcher takes.
 */
export function receivedRun(matcher: string, received: unknown, alternative = ''): RunResult {
  try {
    return RunResult.from(received)
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error
    // Its path starts at `value`, the parameter's name, which a test has not written.
    const path = error.path.replace(/^value/, 'received')
    const expected = alternative && path === 'received' ? `${alternative}, or ${error.expected}` : error.expected
    throw new InvalidOptionError({ path: `${matcher} ${path}`, expected, received: error.received })
  }
}
