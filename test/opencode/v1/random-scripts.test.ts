import * as fc from 'fast-check'
import { fakeOpencode, httpError, type Reply, RunResult, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession, prompt } from '../api.ts'
import { v1Messages } from '../v1-messages.ts'

const usage = fc.record({ prompt: fc.nat(5000), completion: fc.nat(500) })

const tool = fc.constantFrom(
  () => toolCall('bash', { command: 'echo hi' }, 'hi\n'),
  () => toolCall('bash', { command: 5 }),
  () => toolCall('read', { filePath: 'a.txt' }),
  () => toolCall('write', { filePath: 'a.txt', content: 'a\n' }),
  () => toolCall('todowrite', { todos: [] }),
  () => toolCall('get_weather', {}, new Error('no weather')),
  () => toolCall('no_such_tool', {}),
  () => toolCall('bash', '{"command": "echo'),
)

const cut = fc.oneof(
  fc.constantFrom('reset' as const, 'end' as const),
  fc.record({ after: fc.nat(3), how: fc.constantFrom('reset' as const, 'end' as const) }),
)

const stream = fc.record(
  {
    reasoning: fc.constantFrom('hm', 'let me think about it'),
    text: fc.constantFrom('', 'one', 'one two three four'),
    toolCalls: fc.array(tool, { maxLength: 3 }).map((made) => made.map((make) => make())),
    finish: fc.constantFrom('stop', 'tool_calls', 'length', 'content_filter', 'insufficient_system_resource'),
    usage,
    omitFinish: fc.boolean(),
    malformedTail: fc.boolean(),
    errorFrame: fc.constantFrom({ error: { message: 'x' } }, { error: { message: 'Rate limit reached' } }),
  },
  { requiredKeys: [] },
)

const broken = fc.record({ text: fc.constant('one two three'), cut })

const failed = fc.constantFrom(401, 400, 422, 429, 500, 503).map((status) => httpError(status))

const turn: fc.Arbitrary<Reply> = fc.oneof({ weight: 4, arbitrary: stream }, broken, failed)

/** How often each assistant message was told to be complete. */
function completions(events: readonly { type: string; properties: Readonly<Record<string, unknown>> }[]): number[] {
  const counts = new Map<unknown, number>()
  for (const { type, properties } of events) {
    const { id, role, time } = Object(properties['info'])
    if (type !== 'message.updated' || role !== 'assistant') continue
    counts.set(id, (counts.get(id) ?? 0) + (time.completed === undefined ? 0 : 1))
  }
  return [...counts.values()]
}

test(
  'whatever the script, a prompt ends idle, its messages are complete, and its run can be read',
  { timeout: 60_000 },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 6 }), async (script) => {
        const opencode = fakeOpencode({ script, retryDelay: 'none', exhausted: 'reply', reply: 'the end' })
        try {
          const session = await createSession(opencode)
          const { status } = await prompt(opencode, session, 'go')
          expect(status).toBe(200)
          const idle = opencode.events.findLast(({ type }) => type === 'session.status')?.properties['status']
          expect(idle).toEqual({ type: 'idle' })
          expect((await call(opencode, 'GET', '/session/status')).body).toEqual({})
          // Once, and twice where a step ends with an error or with what it was asked for (facts/opencode-1x.md sections 6 and 11).
          expect(completions(opencode.events).filter((count) => count < 1 || count > 2)).toEqual([])
          const run = opencode.lastRun
          expect(['succeeded', 'failed']).toContain(run?.outcome)
          const messages = v1Messages(opencode, session) ?? []
          const costs = messages.map(({ info }) => (info.role === 'assistant' ? info.cost : 0))
          expect(run?.cost).toBeCloseTo(
            costs.reduce((sum, cost) => sum + cost, 0),
            12,
          )
          expect(opencode.sessions.get(session)?.cost).toBeCloseTo(run?.cost ?? -1, 12)
          expect(RunResult.from(opencode.events).outcome).toBe(run?.outcome)
          expect(RunResult.from(messages).outcome).toBe(run?.outcome)
        } finally {
          await opencode.close()
        }
      }),
      { numRuns: 200 },
    ),
)
