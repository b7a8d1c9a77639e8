import { InvalidOptionError } from '../errors.ts'
import { sharedState } from '../shared-state.ts'

/** What a fake tells of itself when it opens. */
export interface OpenFake {
  readonly origins: readonly string[]
  readonly close: (reason: string) => Promise<void>
}

interface Lifecycle {
  /** Running tests: id to name. */
  readonly running: Map<string, string>
  /** Open fakes, each with the tests it was opened in; none: it belongs to the file. */
  readonly fakes: Map<OpenFake, Set<string>>
  readonly count: { ownOrigins: number }
}

const state = (): Lifecycle =>
  sharedState('open-fakes', () => ({ running: new Map(), fakes: new Map(), count: { ownOrigins: 0 } }))

/**
 * Registers a fake with the test that runs, which will close it; outside of a test it belongs to the file (design section 1.4,
 * "When fakes close"). Throws InvalidOptionError when tests run side by side and another one may hold the origin: nobody could say
 * whose requests it would answer. Returns what takes it off the list.
 */
export function adoptFake(fake: OpenFake): () => void {
  const { running, fakes } = state()
  if (running.size > 1) {
    const held = fake.origins.find((origin) =>
      [...fakes].some(([other, tests]) => tests.size > 0 && other.origins.includes(origin)),
    )
    if (held) {
      const expected =
        "an origin that no other running test holds: use the `opencode` fixture of 'opencode-testing/vitest', or a baseUrl of the test's own such as http://opencode-3.test"
      throw new InvalidOptionError({ path: 'baseUrl', expected, received: held })
    }
  }
  fakes.set(fake, new Set(running.keys()))
  return () => void fakes.delete(fake)
}

/** A test begins: fakes opened from now on are closed when it ends. */
export function beginTest(id: string, name: string): void {
  state().running.set(id, name)
}

/** A test ended: closes the fakes that no running test owns any more. */
export async function endTest(id: string): Promise<void> {
  const { running, fakes } = state()
  const name = running.get(id) ?? id
  running.delete(id)
  const over = [...fakes].filter(([, tests]) => tests.delete(id) && tests.size === 0)
  for (const [fake] of over) await fake.close(`it was closed when test "${name}" ended`)
}

/** The file ended: closes what is left. */
export async function endFile(): Promise<void> {
  const { running, fakes } = state()
  running.clear()
  for (const [fake] of fakes) await fake.close('it was closed when its test file ended')
}

/** An origin that nothing else uses, for tests that run side by side: `http://opencode-1.test`. */
export function ownOrigin(kind: 'opencode' | 'deepseek'): string {
  const { count } = state()
  count.ownOrigins += 1
  return `http://${kind}-${count.ownOrigins}.test`
}
