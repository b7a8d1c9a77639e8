// Compiled, not run: what the published types accept, and, under @ts-expect-error, what they must refuse.
import {
  configure,
  FakeModel,
  fakeOpencode,
  type Outcome,
  RunResult,
  type Reply,
  snapshotSerializer,
  turn,
} from 'opencode-testing'
import { languageModel, type ProgramResult, runTypescriptTool } from 'opencode-testing/ai'
import type { AgentMatchers, CostOptions } from 'opencode-testing/matchers'
import { type AgentFixtures, test } from 'opencode-testing/vitest'
import { fakePluginInput, type RunningOpencode, type StartOpencodeOptions } from 'opencode-testing/server'
import { expect } from 'vitest'

const script: readonly Reply[] = ['text', turn({ text: 'text', cut: 'hang' }), ({ messages }) => `${messages.length}`]
const within: CostOptions = { within: 0.1 }

test('uses every form', async ({ opencode }: Pick<AgentFixtures, 'opencode'>) => {
  const outcome: Outcome | null | undefined = opencode.lastRun?.outcome
  const run: RunResult = RunResult.from(opencode)
  expect(run).toHaveOutcome(outcome ?? 'succeeded')
  expect(run).not.toHaveCost(1, within)
  expect(opencode).toHaveSentPrompt(expect.stringContaining('login'), { times: 1, model: { providerID: 'deepseek' } })
  expect({ run }).toEqual({ run: expect.toHaveOutcome('failed') })
  await expect(Promise.resolve(run)).resolves.toEndTurnWith('stop')
  await using other = fakeOpencode({ script, baseUrl: 'http://other.test' })
  expect(other.lastRun).toEndTurnWith(undefined)
  expect(run).toHaveTokens({ input: expect.any(Number), cache: { read: 0 } })
  expect(run).toHaveCalledTools(['read', { name: /^web/, input: { url: expect.any(String) } }])
  expect(run).toHaveFailedWith({ status: 401 })
  expect(run).toHaveEmittedInOrder(['session.status', { type: 'session.idle', properties: {} }])
  configure({ strict: true })()
  expect.addSnapshotSerializer(snapshotSerializer)
})

// @ts-expect-error: an option that does not exist
fakeOpencode({ prot: 4096 })
// @ts-expect-error: a turn's text is a string
turn({ text: 7 })
// @ts-expect-error: an outcome that does not exist
expect(undefined).toHaveOutcome('won')
// @ts-expect-error: a cost is a number
expect(undefined).toHaveCost('0.001')
// @ts-expect-error: a count that does not exist
expect(undefined).toHaveTokens({ inputs: 1 })
// @ts-expect-error: a matcher that does not exist
expect(undefined).toHaveOutcomes('failed')
// @ts-expect-error: results are read-only
RunResult.from([]).outcome = 'failed'

/** The names of the matchers. */
export const names: readonly (keyof AgentMatchers)[] = [
  'toEndTurnWith',
  'toHaveCost',
  'toHaveOutcome',
  'toHaveSentPrompt',
]

// As a plugin of @opencode-ai/plugin is typed, whose own declarations do not pass without the browser's.
const plugin = async (input: { readonly directory: string; readonly serverUrl: URL }): Promise<string> =>
  `${input.directory} ${input.serverUrl.href}`

const url = (server: RunningOpencode): string => server.url

test('types what a plugin is handed, and what a server is started with', async ({
  opencode,
}: Pick<AgentFixtures, 'opencode'>) => {
  await plugin(await fakePluginInput({ opencode }))
  // @ts-expect-error the model is not optional
  const options: StartOpencodeOptions = {}
  expect([options, url]).toBeDefined()
})

const version: 'v3' = languageModel(new FakeModel([])).specificationVersion
const newer: 'v4' = languageModel(new FakeModel([]), { specification: 'v4' }).specificationVersion
const program: Promise<ProgramResult> = runTypescriptTool({ a: { b: (input: { c: string }) => input.c } }).execute({
  code: '',
})
// @ts-expect-error: a specification that does not exist
languageModel(new FakeModel([]), { specification: 'v2' })

test('types what is given to the AI SDK', async () => {
  expect([version, newer, await program]).toBeDefined()
})
