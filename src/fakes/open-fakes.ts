import { InvalidOptionError } from '../errors.ts'
import { sharedState } from '../shared-state.ts'
import { explainMissingMatchers } from './explain-missing-matchers.ts'
import type { FakeReport } from './fake-report.ts'

/** What a fake tells of itself when it opens. */
export interface OpenFake {
  readonly origins: readonly string[]
  readonly close: (reason: string) => Promise<void>
  /** What has become of it so far; also once it is closed. */
  readonly report?: () => FakeReport
  /** What went wrong with it that its test must fail for, told once; also by `close`, which rejects with it. */
  readonly fault?: () => Error | undefined
}

interface Lifecycle {
  /** Running tests: id to name. */
  readonly running: Map<string, string>
  /** Open fakes, each with the tests it was opened in; none: it belongs to the file. */
  readonly fakes: Map<OpenFake, Set<string>>
  /** The fakes that were opened in a running test, closed ones too, with the tests that they belong to. */
  readonly ofTests: Map<OpenFake, Set<string>>
  /** Those that were opened outside of tests, closed ones too. */
  readonly ofFile: Set<OpenFake>
  /** What the fakes of the file had to report when a running test began. */
  readonly before: Map<string, ReadonlyMap<OpenFake, FakeReport>>
  /** The test that opens a fake at this moment, where it is known. */
  opening: string | undefined
  /** Which test calls, as far as the runner knows. */
  caller: () => string | undefined
  /** Open fakes whose tests have ended, with the reason that closes them. */
  readonly ended: Map<OpenFake, string>
  readonly count: { ownOrigins: number }
}

const state = (): Lifecycle =>
  sharedState('open-fakes', () => ({
    running: new Map(),
    fakes: new Map(),
    ofTests: new Map(),
    ofFile: new Set(),
    before: new Map(),
    opening: undefined,
    caller: () => undefined,
    ended: new Map(),
    count: { ownOrigins: 0 },
  }))

/**
 * Registers a fake with the test that runs, which will close it; outside of a test it belongs to the file (design section 1.4,
 * "When fakes close"). Throws InvalidOptionError when tests run side by side and another one may hold the origin: nobody could say
 * whose requests it would answer. Returns what takes it off the list.
 */
export function adoptFake(fake: OpenFake): () => void {
  explainMissingMatchers()
  const { running, fakes, ofTests, ofFile, opening, caller, ended } = state()
  const known = opening ?? caller()
  if (running.size > 1 || (known !== undefined && !running.has(known))) {
    const held = fake.origins.find((origin) =>
      [...fakes].some(([other, tests]) => tests.size > 0 && other.origins.includes(origin)),
    )
    if (held) {
      const expected =
        "an origin that no other running test holds: use the `opencode` fixture of 'opencode-testing/vitest', or a baseUrl of the test's own such as http://opencode-3.test"
      throw new InvalidOptionError({ path: 'baseUrl', expected, received: held })
    }
  }
  const tests = known === undefined ? [...running.keys()] : [known]
  fakes.set(fake, new Set(tests))
  if (tests.length > 0) ofTests.set(fake, new Set(tests))
  else ofFile.add(fake)
  return () => {
    fakes.delete(fake)
    ended.delete(fake)
  }
}

/** Opens a fake for one test, also where others run beside it. */
export function openFor<Fake>(id: string, open: () => Fake): Fake {
  const lifecycle = state()
  lifecycle.opening = lifecycle.running.has(id) ? id : undefined
  try {
    return open()
  } finally {
    lifecycle.opening = undefined
  }
}

/**
 * Tells which test calls, where the runner knows it: a fake that such a test opens is its own. Jest runs no hooks around concurrent tests,
 * so those begin with their first fake, and end with the file.
 */
export function tellTestsApart(caller: () => string | undefined): void {
  state().caller = caller
}

/** A test begins: fakes opened from now on are closed when it ends. */
export function beginTest(id: string, name: string): void {
  const { running, ofFile, before } = state()
  running.set(id, name)
  before.set(id, new Map([...ofFile].flatMap((fake) => (fake.report ? [[fake, fake.report()]] : []))))
}

/**
 * What became of the fakes of a running test: all of those that are its own, or that it was the last to use; of the file's what happened
 * since it began, without the replies left, which may be for the tests to come.
 */
export function reportsOfTest(id: string): readonly FakeReport[] {
  const { running, ofTests, ofFile, before } = state()
  const own = [...ofTests].flatMap(([fake, tests]) => {
    const isLast = tests.has(id) && [...tests].every((test) => test === id || !running.has(test))
    return isLast && fake.report ? [fake.report()] : []
  })
  const shared = [...ofFile].flatMap((fake) => {
    const report = fake.report?.()
    if (!report) return []
    const { missed, runs } = before.get(id)?.get(fake) ?? { missed: [], runs: [] }
    return [{ ...report, left: [], missed: report.missed.slice(missed.length), runs: report.runs.slice(runs.length) }]
  })
  return [...own, ...shared]
}

/** What a running test must fail for beside its own failures. */
export const faultOfTest = (id: string): Error | undefined =>
  [...state().fakes].flatMap(([fake, tests]) => (tests.has(id) ? (fake.fault?.() ?? []) : []))[0]

/** What the fakes that belong to the file have left, and what became of those of tests whose end nobody told. */
export function reportsOfFile(): readonly FakeReport[] {
  const { ofFile, ofTests } = state()
  const shared = [...ofFile].flatMap((fake) => (fake.report ? [{ ...fake.report(), missed: [], runs: [] }] : []))
  return [...shared, ...[...ofTests.keys()].flatMap((fake) => (fake.report ? [fake.report()] : []))]
}

/** A test ended: closes the fakes that no running test owns any more. */
export async function endTest(id: string): Promise<void> {
  leaveTest(id)
  await closeEnded()
}

/** A test ended, but its fakes stay open until `closeEnded`: some runners have hooks of the user's still to run. */
export function leaveTest(id: string): void {
  const { running, fakes, ofTests, before, ended } = state()
  const name = running.get(id) ?? id
  running.delete(id)
  before.delete(id)
  const over = [...fakes].filter(([, tests]) => tests.delete(id) && tests.size === 0)
  for (const [fake, tests] of ofTests) if (tests.delete(id) && tests.size === 0) ofTests.delete(fake)
  for (const [fake] of over) ended.set(fake, `it was closed when test "${name}" ended`)
}

/** Closes the open fakes of tests that have ended, the newest first: it may use an older one. Rejects with the first failure, once all are. */
export async function closeEnded(): Promise<void> {
  const { ended } = state()
  const over = [...ended]
  ended.clear()
  await closeAll(over)
}

/** The file ended: closes what is left. */
export async function endFile(): Promise<void> {
  const { running, fakes, ofTests, ofFile, before, ended } = state()
  running.clear()
  ofTests.clear()
  ofFile.clear()
  before.clear()
  const over = [...fakes.keys()].map(
    (fake) => [fake, ended.get(fake) ?? 'it was closed when its test file ended'] as const,
  )
  ended.clear()
  await closeAll(over)
}

/** Closes all, each with its reason, the newest first: it may use an older one. Rejects with the first failure once all are closed. */
async function closeAll(fakes: readonly (readonly [OpenFake, reason: string])[]): Promise<void> {
  const failures: unknown[] = []
  for (const [fake, reason] of fakes.toReversed()) {
    await fake.close(reason).catch((error: unknown) => void failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

/** An origin that nothing else uses, for tests that run side by side: `http://opencode-1.test`. */
export function ownOrigin(kind: 'opencode' | 'deepseek'): string {
  const { count } = state()
  count.ownOrigins += 1
  return `http://${kind}-${count.ownOrigins}.test`
}
