import { type FakeOpencode, httpError, type OpencodeOptions, reasoning, toolCall, turn } from 'opencode-testing'
import { call } from './api.ts'
import { until } from './until.ts'

/** An API of opencode. */
export type Api = 'v1' | 'preview' | '2'

/** What a user can say of a run, whatever API it went through. */
export interface Expected {
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

/** A scenario as a user sees it: what a test sets up, what happens meanwhile, and what becomes of it. */
export interface Scenario {
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

/** The scenarios, by name. */
export const scenarios: Record<string, Scenario> = {
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
