import {
  fakeOpencode,
  httpError,
  type OpencodeOptions,
  reasoning,
  type RunResult,
  runPrompt,
  toolCall,
  turn,
  type FakeOpencode,
} from 'opencode-testing'
import { expect, test } from 'vitest'
import { call } from './api.ts'
import { until } from './until.ts'

type Api = 'v1' | 'preview' | '2'

/** What a user can say of a run, whatever API it went through. */
interface Expected {
  readonly outcome: 'succeeded' | 'failed' | 'interrupted'
  readonly text?: string
  readonly reasoning?: string
  readonly steps: number
  readonly finish?: string | undefined
  readonly tools?: readonly { readonly name: string; readonly status: 'completed' | 'error' }[]
  readonly cost: number
  readonly tokens: { readonly input: number; readonly output: number }
  readonly error?: string
}

interface Scenario {
  readonly options: OpencodeOptions
  /** What a person does while it runs. */
  readonly meanwhile?: (opencode: FakeOpencode, api: Api) => Promise<void>
  readonly expected: Expected
}

// What a round-trip without usage reports: 0.001 USD, 10 and 5 tokens.
const NOTHING_USED = { cost: 0, tokens: { input: 0, output: 0 } }
const ONE_STEP = { cost: 0.001, tokens: { input: 10, output: 5 } }
const TWO_STEPS = { cost: 0.002, tokens: { input: 20, output: 10 } }

const call1 = toolCall('bash', { command: 'ls' }, 'a.txt')
const failing = toolCall('bash', { command: 'ls' }, new Error('no disk'))
const asking = toolCall('question', {
  questions: [{ question: 'Which?', header: 'Q', options: [{ label: 'Red', description: 'r' }] }],
})

const scenarios: Record<string, Scenario> = {
  'a plain reply': {
    options: { script: ['Hello'] },
    expected: {
      outcome: 'succeeded',
      text: 'Hello',
      steps: 1,
      finish: 'stop',
      ...ONE_STEP,
    },
  },
  reasoning: {
    options: { script: [[reasoning('hm'), 'Yes']] },
    expected: {
      outcome: 'succeeded',
      text: 'Yes',
      reasoning: 'hm',
      steps: 1,
      finish: 'stop',
      ...ONE_STEP,
    },
  },
  'a tool call': {
    options: { script: [call1, 'One file'] },
    expected: {
      outcome: 'succeeded',
      text: 'One file',
      steps: 2,
      finish: 'stop',
      tools: [{ name: 'bash', status: 'completed' }],
      ...TWO_STEPS,
    },
  },
  'a tool that fails': {
    options: { script: [failing, 'I see'] },
    expected: {
      outcome: 'succeeded',
      text: 'I see',
      steps: 2,
      finish: 'stop',
      tools: [{ name: 'bash', status: 'error' }],
      ...TWO_STEPS,
    },
  },
  'an error of the provider': {
    options: { script: [httpError(401, 'Authentication Fails')] },
    expected: {
      outcome: 'failed',
      text: '',
      steps: 1,
      error: 'Authentication Fails',
      ...NOTHING_USED,
    },
  },
  'a retry that helps': {
    options: { script: [httpError(429, 'slow down'), 'Now'], retryDelay: 'none' },
    expected: {
      outcome: 'succeeded',
      text: 'Now',
      steps: 1,
      finish: 'stop',
      ...ONE_STEP,
    },
  },
  'an interrupt': {
    options: { script: [turn({ text: 'On my way', chunks: 1, cut: 'hang' })] },
    meanwhile: async (opencode, api) => {
      await until(() => opencode.events.some(({ type }) => type.endsWith('.delta')))
      await call(opencode, 'POST', `${sessionPath(opencode, api)}/${api === 'v1' ? 'abort' : 'interrupt'}`)
    },
    expected: { outcome: 'interrupted', text: 'On my way', steps: 1, cost: 0, tokens: { input: 0, output: 0 } },
  },
  'a permission that is given': {
    options: { script: [call1, 'One file'], permissions: { bash: 'ask' } },
    meanwhile: async (opencode, api) => {
      const id = String(Object((await eventOf(opencode, /^permission\.(v2\.)?asked$/)).properties)['id'])
      await call(opencode, 'POST', permissionPath(opencode, api, id), answerOf(api, 'once'), JSON_BODY)
    },
    expected: {
      outcome: 'succeeded',
      text: 'One file',
      steps: 2,
      finish: 'stop',
      tools: [{ name: 'bash', status: 'completed' }],
      ...TWO_STEPS,
    },
  },
  'a permission that is declined': {
    options: { script: [call1], permissions: { bash: 'ask' } },
    meanwhile: async (opencode, api) => {
      const id = String(Object((await eventOf(opencode, /^permission\.(v2\.)?asked$/)).properties)['id'])
      await call(opencode, 'POST', permissionPath(opencode, api, id), answerOf(api, 'reject'), JSON_BODY)
    },
    expected: { outcome: 'interrupted', text: '', steps: 1, tools: [{ name: 'bash', status: 'error' }], ...ONE_STEP },
  },
  'a question that is answered': {
    options: { script: [asking, 'Red it is'] },
    meanwhile: async (opencode, api) => {
      const { properties } = await eventOf(opencode, /^(question\.(v2\.)?asked|form\.created)$/)
      const id = String(Object(properties['form'] ?? properties)['id'])
      if (api === '2')
        await call(opencode, 'POST', `${sessionPath(opencode, api)}/form/${id}/reply`, { answer: { q0: 'Red' } })
      const at = api === 'v1' ? `/question/${id}/reply` : `${sessionPath(opencode, api)}/question/${id}/reply`
      if (api !== '2') await call(opencode, 'POST', at, { answers: [['Red']] }, JSON_BODY)
    },
    expected: {
      outcome: 'succeeded',
      text: 'Red it is',
      steps: 2,
      finish: 'stop',
      tools: [{ name: 'question', status: 'completed' }],
      ...TWO_STEPS,
    },
  },
}

const JSON_BODY: RequestInit = { headers: { 'content-type': 'application/json' } }

/** Where an API differs on purpose: what is left out of the comparison there, and why. */
const EXCEPTIONS: readonly {
  readonly api: Api
  readonly scenario?: string
  readonly fields: readonly (keyof Expected)[]
  readonly reason: string
}[] = [
  {
    api: 'preview',
    fields: ['cost'],
    reason: 'the preview reports no cost, ever (facts/opencode-1x-preview-api.md section 3)',
  },
  {
    api: 'preview',
    scenario: 'a permission that is declined',
    fields: ['tokens'],
    reason: 'the step is left without an end (facts/opencode-1x-preview-api.md section 3, scenario 08)',
  },
  {
    api: '2',
    scenario: 'a permission that is declined',
    fields: ['cost', 'tokens'],
    reason: 'the step fails, and whether it tells what it had used is not known (facts/opencode-2x.md section 3)',
  },
]

function sessionPath(opencode: FakeOpencode, api: Api): string {
  const [id = ''] = opencode.sessions.keys()
  return `${api === 'v1' ? '' : '/api'}/session/${id}`
}

const permissionPath = (opencode: FakeOpencode, api: Api, id: string): string =>
  `${api === 'v1' ? '' : sessionPath(opencode, api)}/permission/${id}/reply`

const answerOf = (api: Api, reply: 'once' | 'reject'): object => (api === '2' ? { decision: reply } : { reply })

async function eventOf(opencode: FakeOpencode, type: RegExp): Promise<FakeOpencode['events'][number]> {
  await until(() => opencode.events.some((event) => type.test(event.type)))
  const found = opencode.events.find((event) => type.test(event.type))
  if (!found) throw new Error(`no event ${type}`)
  return found
}

const open = (api: Api, options: OpencodeOptions): FakeOpencode =>
  fakeOpencode({ ...options, ...(api === '2' && { version: '2.0' }) })

function expectRun(run: RunResult, expected: Partial<Expected>): void {
  const { outcome, text, reasoning: thought, steps, tools, cost, tokens, error } = expected
  if (outcome !== undefined) expect(run).toHaveOutcome(outcome)
  if (text !== undefined) expect(run).toHaveText(text)
  if (thought !== undefined) expect(run).toHaveReasoning(thought)
  if (steps !== undefined) expect(run).toHaveSteps(steps)
  if (expected.finish !== undefined) expect(run).toEndTurnWith(expected.finish)
  expect(run.toolCalls.map(({ name, status }) => ({ name, status }))).toEqual(tools ?? [])
  if (cost !== undefined) expect(run).toHaveCost(cost)
  if (tokens !== undefined) expect(run).toHaveTokens(tokens)
  if (error !== undefined) expect(run).toHaveFailedWith(error)
}

const apis: readonly Api[] = ['v1', 'preview', '2']
const table = Object.entries(scenarios).flatMap(([name, scenario]) => apis.map((api) => [name, api, scenario] as const))

test.for(table)('%s, through %s', async ([name, api, { options, meanwhile, expected }]) => {
  const opencode = open(api, options)
  const running = runPrompt(opencode, 'Go', { api })
  await meanwhile?.(opencode, api)
  const run = await running
  const left = EXCEPTIONS.filter((exception) => exception.api === api && (exception.scenario ?? name) === name)
  const compared = Object.entries(expected).filter(
    ([field]) => !left.some(({ fields }) => fields.some((one) => one === field)),
  )
  expectRun(run, Object.fromEntries(compared))
  expect(run).toHaveSentPrompt('Go')
  expect(opencode).toHaveSentPrompts(['Go'])
  expect(opencode).toHaveConsumedScript()
  expect(opencode.lastRun?.outcome).toBe(run.outcome)
  expect(opencode.lastRun?.text).toBe(run.text)
})

test.for(apis)('two runs of a session are apart, through %s', async (api) => {
  const opencode = open(api, { script: ['One', 'Two'] })
  const first = await runPrompt(opencode, 'first', { api })
  const second = await runPrompt(opencode, 'second', { api, sessionID: first.session?.id ?? '' })
  expectRun(first, { outcome: 'succeeded', text: 'One', steps: 1 })
  expectRun(second, { outcome: 'succeeded', text: 'Two', steps: 1 })
  expect(second).toHaveSentPrompts(['second'])
  expect(opencode.runs.map(({ text }) => text)).toEqual(['One', 'Two'])
})
