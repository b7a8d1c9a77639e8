/**
 * The Vitest setup entry: `test: { setupFiles: ['opencode-testing/vitest'] }`. Adds the matchers to `expect`, puts the fakes and the
 * guard on the network, closes fakes when their test or file ends, and exports a `test` with fixtures.
 *
 * @module
 */
import { afterAll, afterEach, beforeEach, expect, test as base, type TestAPI, type TestContext } from 'vitest'
// First: jsdom's window lacks what undici needs while it is loaded.
import '../src/network/fill-realm.ts'
import * as matchers from '../matchers/index.ts'
import type { AgentMatchers } from '../matchers/index.ts'
import type { FakeDeepSeek } from '../src/fakes/fake-deepseek.ts'
import type { FakeOpencode } from '../src/fakes/fake-opencode.ts'
import { isStrict } from '../src/model/configure.ts'
import { FakeHuman } from '../src/model/fake-human.ts'
import { snapshotSerializer } from '../src/model/snapshot-serializer.ts'
import type { Reply } from '../src/model/turn.ts'
import { type FakeReport, strictModeError } from '../src/fakes/fake-report.ts'
import { endTest, openFor, ownOrigin, reportsOfTest } from '../src/fakes/open-fakes.ts'
import { startTest } from '../src/fakes/start-test.ts'
import type { OpencodeOptions } from '../src/opencode/opencode-options.ts'

// Vitest's vm pools load a CommonJS dependency, as undici is, before any module of this graph has run: so what leads to it waits.
const { fakeDeepSeek } = await import('../src/fakes/fake-deepseek.ts')
const { fakeOpencode } = await import('../src/fakes/fake-opencode.ts')
const { installNetwork } = await import('../src/network/install-network.ts')
const { finishFile } = await import('../src/fakes/finish-file.ts')

/** How many runs of a failed test are attached to it: the last ones. */
const MAX_TRANSCRIPTS = 10

expect.extend(matchers)
expect.addSnapshotSerializer(snapshotSerializer)
installNetwork()

beforeEach(({ task }) => startTest(task.id, task.name))
// Vitest runs afterEach hooks in reverse order: the fakes are still open in the user's own.
// Destructured, as Vitest reads from it which fixtures a hook wants.
afterEach(async ({ task, annotate }) => {
  const reports = reportsOfTest(task.id)
  const state = task.result?.state
  // A test that failed by itself has said what is wrong: what else differs follows from that.
  const error = state !== 'fail' && state !== 'skip' && isStrict() ? strictModeError(reports) : undefined
  try {
    if (error || (state === 'fail' && !task.fails)) await annotateRuns({ task, annotate }, reports)
  } finally {
    await endTest(task.id)
  }
  if (error) throw error
})
afterAll(finishFile)

/** Attaches the transcripts of a failed test's runs to it, so that reporters show them; Vitest knows annotations from 3.2 on. */
async function annotateRuns(
  { task, annotate }: Pick<TestContext, 'task' | 'annotate'>,
  reports: readonly FakeReport[],
): Promise<void> {
  const { result } = task
  if (typeof annotate !== 'function' || !result) return
  const runs = reports.flatMap((report) => report.runs)
  for (const run of runs.slice(-MAX_TRANSCRIPTS)) {
    // Vitest refuses annotations to a test whose state is told, and tells it before afterEach hooks run.
    const { state } = result
    result.state = 'run'
    const annotated = annotate(String(run))
    result.state = state
    await annotated
  }
}

export { configure, type Configuration } from '../src/model/configure.ts'

/** The fixtures of `test`. */
export interface AgentFixtures {
  /** What the `opencode` fixture starts with: `test.extend({ opencodeOptions: { cost: 0 } })`. Default `{}`. */
  opencodeOptions: OpencodeOptions
  /** A fake opencode of the test's own. In concurrent tests it has an origin of its own: pass `opencode.url` to the code under test. */
  opencode: FakeOpencode
  /** What the `deepseek` fixture answers with, one turn a request. Default `[]`. */
  deepseekTurns: readonly Reply[]
  /** A fake DeepSeek API of the test's own; in concurrent tests on an origin of its own, as `opencode`. */
  deepseek: FakeDeepSeek
  /** What the `human` fixture answers with. Default `[]`. */
  humanAnswers: readonly unknown[]
  /** A person of the test's own. */
  human: FakeHuman
}

/** Vitest's `test` with the fixtures `opencode`, `deepseek` and `human`. */
export const test: TestAPI<AgentFixtures> = base.extend<AgentFixtures>({
  opencodeOptions: {},
  opencode: async ({ opencodeOptions, task }, use) => {
    const own = task.concurrent && opencodeOptions.baseUrl === undefined ? { baseUrl: ownOrigin('opencode') } : {}
    const opencode = openFor(task.id, () => fakeOpencode({ ...opencodeOptions, ...own }))
    await use(opencode)
    await opencode.close()
  },
  deepseekTurns: [],
  deepseek: async ({ deepseekTurns, task }, use) => {
    const options = task.concurrent ? { baseUrl: ownOrigin('deepseek') } : {}
    const deepseek = openFor(task.id, () => fakeDeepSeek(deepseekTurns, options))
    await use(deepseek)
    await deepseek.close()
  },
  humanAnswers: [],
  human: ({ humanAnswers }, use) => use(new FakeHuman(humanAnswers)),
})

// The one form that type-checks on Vitest 3, 4 and 5: their own `Matchers` interface has a different number of type parameters.
declare global {
  namespace Chai {
    interface Assertion extends AgentMatchers<void> {}
  }
}

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends AgentMatchers {}
}
