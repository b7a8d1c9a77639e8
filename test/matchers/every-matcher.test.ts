import { fakeDeepSeek, fakeOpencode, reasoning, runPrompt, toolCall, turn } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { until } from '../opencode/until.ts'
import { failureOf } from './failure-of.ts'
import { ask, tool } from './ask.ts'

expect.extend(matchers)

// What holds for each matcher alike. What each of them says is in the file of its name.

/** One matcher: what makes a value that it passes, arguments that pass and, where it takes any, arguments that fail. */
interface Case {
  readonly make: () => Promise<object>
  readonly passing: readonly unknown[]
  /** Without it, `other` makes a value that fails with the arguments that pass. */
  readonly failing?: readonly unknown[]
  readonly other?: () => Promise<object>
}

const reads = toolCall('read', { path: 'a.ts' })

const run = async (): Promise<object> => {
  const opencode = fakeOpencode({ clock: 'fixed', script: [reads, [reasoning('Easy.'), 'Done.']] })
  return runPrompt(opencode, 'Fix it')
}

const failed = async (): Promise<object> => {
  const opencode = fakeOpencode({ script: [turn({ status: 401, body: 'Authentication Fails' })] })
  return runPrompt(opencode, 'Fix it')
}

const asking = async (): Promise<object> => {
  const question = { question: 'Which color?', header: 'Color', options: [{ label: 'Red', description: 'warm' }] }
  const script = [toolCall('bash', { command: 'ls' }), toolCall('question', { questions: [question] }), 'Done.']
  const opencode = fakeOpencode({ script, permissions: { bash: 'ask' } })
  const sent = runPrompt(opencode, 'Ask me')
  const answer = async (type: string, path: string, body: object): Promise<void> => {
    await until(() => opencode.events.some((event) => event.type === type))
    const id = opencode.events.find((event) => event.type === type)?.properties['id']
    const headers = { 'content-type': 'application/json' }
    await opencode.fetch(`${opencode.url}/${path}/${String(id)}/reply`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
  }
  await answer('permission.asked', 'permission', { reply: 'once' })
  await answer('question.asked', 'question', { answers: [['Red']] })
  await sent
  return opencode
}

const loop = async (): Promise<object> => {
  const deepseek = fakeDeepSeek([[reasoning('I look.'), toolCall('read')], 'Done.'])
  const first = [{ role: 'user', content: 'Fix it' }]
  const message = JSON.parse(await ask(deepseek, first, { tools: [tool('read')] })).choices[0].message
  const result = { role: 'tool', tool_call_id: message.tool_calls[0].id, content: '{"lines":3}' }
  await ask(deepseek, [...first, message, result], { tools: [tool('read')] })
  return deepseek
}

const unused = async (): Promise<object> => fakeDeepSeek(['Never asked for.'])

const cases: Record<keyof typeof matchers, Case> = {
  toEndTurnWith: { make: run, passing: ['stop'], failing: ['length'] },
  toHaveAsked: { make: asking, passing: ['color'], failing: ['size'] },
  toHaveAskedPermission: { make: asking, passing: ['bash', ['ls']], failing: ['bash', ['rm']] },
  toHaveCalledTool: { make: run, passing: ['read', { path: 'a.ts' }], failing: ['read', { path: 'b.ts' }] },
  toHaveCalledTools: { make: run, passing: [['read']], failing: [['read', 'write']] },
  toHaveConsumedScript: { make: loop, passing: [], other: unused },
  toHaveCost: { make: run, passing: [0.002], failing: [0.001] },
  toHaveCostBelow: { make: run, passing: [0.0021], failing: [0.002] },
  toHaveEchoedReasoning: { make: loop, passing: [], other: unused },
  toHaveEmitted: { make: asking, passing: ['permission.asked'], failing: ['session.error'] },
  toHaveEmittedInOrder: {
    make: asking,
    passing: [['permission.asked', 'question.asked']],
    failing: [['question.asked', 'permission.asked']],
  },
  toHaveFailedWith: { make: failed, passing: [{ status: 401 }], failing: [{ status: 402 }] },
  toHaveOfferedTool: { make: loop, passing: ['read'], failing: ['write'] },
  toHaveOnlyKnownEvents: {
    make: run,
    passing: [],
    other: async () => ({ events: [{ type: 'sesion.idle', properties: {} }] }),
  },
  toHaveOutcome: { make: run, passing: ['succeeded'], failing: ['failed'] },
  toHaveReasoning: { make: run, passing: ['Easy.'], failing: ['Hard.'] },
  toHaveReceivedRequest: { make: loop, passing: [{ method: 'post' }], failing: [{ method: 'get' }] },
  toHaveSentPrompt: { make: run, passing: ['Fix it'], failing: ['Break it'] },
  toHaveSentPrompts: { make: run, passing: [['Fix it']], failing: [[]] },
  toHaveSentToolResult: { make: loop, passing: ['read', { lines: 3 }], failing: ['read', { lines: 4 }] },
  toHaveSettledOnce: { make: run, passing: [], other: async () => ({ events: [] }) },
  toHaveStablePrefix: { make: loop, passing: [], other: unused },
  toHaveSteps: { make: run, passing: [2], failing: [1] },
  toHaveText: { make: run, passing: ['Done.'], failing: ['Undone.'] },
  toHaveTokens: { make: run, passing: [{ input: 20 }], failing: [{ input: 21 }] },
}

const rows = Object.entries(cases)

/** Calls the matcher `name` on any of Vitest's assertions, or on `expect` itself. */
function call(target: unknown, name: string, args: readonly unknown[]): unknown {
  const matcher: unknown = Reflect.get(Object(target), name)
  if (typeof matcher !== 'function') throw new Error(`no matcher ${name}`)
  return Reflect.apply(matcher, target, args)
}

test.for(rows)('%s passes, and fails under .not', async ([name, { make, passing }]) => {
  const received = await make()
  call(expect(received), name, passing)
  const { message } = failureOf(() => call(expect(received).not, name, passing))
  expect(message).toMatch(new RegExp(`^expect\\(\\w+\\)\\.not\\.${name}\\(`))
})

test.for(rows)('%s fails, passes under .not, and keeps its text to 100 lines', async ([name, row]) => {
  const received = await (row.other ?? row.make)()
  const args = row.failing ?? row.passing
  const { message } = failureOf(() => call(expect(received), name, args))
  expect(message).toMatch(new RegExp(`^expect\\(\\w+\\)\\.${name}\\(`))
  expect(message.split('\n').length).toBeLessThanOrEqual(100)
  call(expect(received).not, name, args)
})

test.for(rows)('%s throws for what it cannot judge, also under .not', ([name, { passing }]) => {
  for (const received of [undefined, null, 5, 'text', {}]) {
    const expected = new RegExp(`^${name} received: expected `)
    expect(() => call(expect(received), name, passing)).toThrow(expected)
    expect(() => call(expect(received).not, name, passing)).toThrow(expected)
  }
})

test.for(rows)('%s asks for the `await` that a Promise lacks, also under .not', ([name, { passing }]) => {
  const forgotten = Promise.resolve([])
  expect(() => call(expect(forgotten), name, passing)).toThrow('(is an `await` missing?)')
  expect(() => call(expect(forgotten).not, name, passing)).toThrow('(is an `await` missing?)')
})

test.for(rows)('%s works inside expect.soft', async ([name, { make, passing }]) => {
  call(expect.soft(await make()), name, passing)
})

test.for(rows)('%s works inside expect.poll', async ([name, { make, passing }]) => {
  const received = await make()
  const answers = [undefined, received]
  await call(
    expect.poll(() => answers.shift() ?? received, { interval: 1 }),
    name,
    passing,
  )
})

test.for(rows)('%s matches as an asymmetric matcher', async ([name, row]) => {
  const received = await row.make()
  expect([received]).toEqual([call(expect, name, row.passing)])
  const other = await (row.other ?? row.make)()
  expect([other]).toEqual([call(expect.not, name, row.failing ?? row.passing)])
})

test.fails.for(rows)('%s fails the test inside expect.soft', async ([name, row]) => {
  call(expect.soft(await (row.other ?? row.make)()), name, row.failing ?? row.passing)
})
