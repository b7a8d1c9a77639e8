// Compiled, not run, against the packed package: scripts and results. Under each @ts-expect-error stands what must not compile; where it
// did, the comment itself would be the error.
import {
  configure,
  fakeDeepSeek,
  fakeOpencode,
  httpError,
  type Outcome,
  type Reply,
  reasoning,
  type RunResult,
  runPrompt,
  toolCall,
  turn,
} from 'opencode-testing'
import type { AgentMatchers } from 'opencode-testing/matchers'
import { parseEnvelope } from 'opencode-testing/wire'

// --- scripts
export const script: readonly Reply[] = [
  'text',
  toolCall('bash', { command: 'ls' }, { output: 'README.md', metadata: { exit: 0 } }),
  [reasoning('a thought'), 'a text', toolCall('read', '{"filePath":"a"}', new Error('no such file'))],
  turn({ text: 'text', usage: { prompt: 1, completion: 2, cacheHit: 0 }, cut: { after: 1, how: 'reset' } }),
  { text: 'a bare turn', when: ({ messages }) => messages.at(-1)?.role === 'user', repeat: 2 },
  httpError(429, 'slow down', { retryAfter: 1 }),
  new Error('refused'),
  ({ messages }) => `${messages.length}`,
  async () => 'later',
]
// @ts-expect-error: a turn's text is a string
turn({ text: 7 })
// @ts-expect-error: a misspelt field of a turn
turn({ txt: 'text' })
// @ts-expect-error: a misspelt field of a bare turn
export const misspelt: Reply = { text: 'text', finnish: 'stop' }
// @ts-expect-error: a way to cut that does not exist
turn({ cut: 'snap' })
// @ts-expect-error: usage is counted in numbers
turn({ usage: { prompt: '1', completion: 2 } })
// @ts-expect-error: usage without the completion
turn({ usage: { prompt: 1 } })
// @ts-expect-error: a tool call has a name
toolCall()
// @ts-expect-error: arguments are an object, or text
toolCall('read', 7)
// @ts-expect-error: a reply is no number
fakeDeepSeek([7])
// @ts-expect-error: a status is a number
httpError('401')

// --- fakes
fakeOpencode({ script, cost: 0, tokens: [1, 2], retryDelay: 'none' })
// @ts-expect-error: an option that does not exist
fakeOpencode({ prot: 4096 })
// @ts-expect-error: a retry delay that does not exist
fakeOpencode({ retryDelay: 'never' })
// @ts-expect-error: an option that does not exist
fakeDeepSeek([], { key: 'sk' })
// @ts-expect-error: strict is a boolean
configure({ strict: 'yes' })

// --- results
export async function results(): Promise<readonly string[]> {
  await using opencode = fakeOpencode()
  const run: RunResult = await runPrompt(opencode, 'Say hello', { timeout: 1000, agent: 'plan' })
  const outcome: Outcome | null = run.outcome
  const cost: number = run.cost
  const read: number = run.tokens.cache.read
  const status: number | undefined = run.error?.status
  const last: RunResult | undefined = opencode.lastRun
  // @ts-expect-error: an outcome that does not exist
  if (run.outcome === 'won') return []
  // @ts-expect-error: results are read-only
  run.outcome = 'failed'
  // @ts-expect-error: and so are their lists
  run.steps.push()
  // @ts-expect-error: a field that does not exist
  void run.price
  // @ts-expect-error: the last run may not be there
  void opencode.lastRun.text
  // @ts-expect-error: an option that does not exist
  await runPrompt(opencode, 'Say hello', { timout: 1000 })
  return [outcome, cost, read, status, last?.text, parseEnvelope('{}').type].map(String)
}

/** The names of the matchers. */
export const names: readonly (keyof AgentMatchers)[] = ['toEndTurnWith', 'toHaveCost', 'toHaveOutcome']
