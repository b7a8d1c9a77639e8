import { InvalidOptionError } from '../src/errors.ts'
import { isRecord } from '../src/model/checks.ts'
import { RunResult } from '../src/model/run-result.ts'

/**
 * The run that `received` is or holds. Throws InvalidOptionError for anything else, and what is thrown fails a test under `.not`
 * too: `expect(undefined).not.toHaveOutcome('failed')` must not pass. `alternative` names what else the matcher takes.
 */
export function receivedRun(matcher: string, received: unknown, alternative = ''): RunResult {
  checkStarted(matcher, received, alternative)
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

/** The likeliest first mistake: nothing reached the fake. */
function checkStarted(matcher: string, received: unknown, alternative: string): void {
  const idle = isRecord(received) && 'lastRun' in received && (received['lastRun'] ?? null) === null
  if (received !== undefined && !idle) return
  const path = `${matcher} received`
  const expected = idle
    ? 'a fake that was sent a prompt: no prompt has started a run on this one'
    : `${alternative && `${alternative}, or `}a run (the \`lastRun\` of a fake is undefined until a prompt starts a run)`
  throw new InvalidOptionError({ path, expected, received })
}
