import { readdirSync, readFileSync } from 'node:fs'
import {
  call,
  type FakeDeepSeek,
  fakeDeepSeek,
  type FakeOpencode,
  fakeOpencode,
  httpError,
  InvalidOptionError,
  reasoning,
  RunResult,
  runPrompt,
  toolCall,
  turn,
} from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The files that the examples are copied from: they are type-checked, linted and run. */
const folders = [
  'examples/readme/',
  'examples/plugin/',
  'examples/weather/',
  'examples/cleanup/',
  'matrix/suite/',
  'matrix/suite/jest/',
  'real/',
].map((path) => new URL(path, import.meta.url))
const sources = folders.flatMap((folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(new URL(name, folder), 'utf8')),
)

const blocks = (language: string, text = readme): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code)

/** The part of the README below a heading, up to the next one. */
const section = (heading: string): string => readme.split(/^#+ /m).find((part) => part.startsWith(heading)) ?? ''

/** The first column of a section's tables: the names in backquotes, as `script` of `script(...replies)`. */
const named = (heading: string): readonly string[] =>
  [...section(heading).matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w.]+)/g)].map(([, name = '']) => name),
  )

const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const examples = [...blocks('ts'), ...blocks('js')].map((code): [start: string, code: string] => [
  code.slice(0, code.indexOf('\n')),
  code,
])

test.each(examples)('has an example from a file that is run: %s', (_start, example) => {
  const wanted = lines(example)
  const imports = wanted.filter((line) => line.startsWith('import '))
  const rest = wanted.filter((line) => !line.startsWith('import ')).join('\n')
  const holds = sources.some((source) => {
    const given = lines(source)
    const body = given.filter((line) => !line.startsWith('import ')).join('\n')
    return body.includes(rest) && imports.every((line) => given.includes(line))
  })
  expect(holds, `no file of test/examples/readme has\n${example}`).toBe(true)
})

test('names two commands to try the repository, and no other', () => {
  const [first = ''] = readme.split('\n## ')
  expect(blocks('sh', first)).toEqual(['npm ci && npm run demo\nnpm ci && npm test\n'])
})

test('lists every option of fakeOpencode and every member of the fake', () => {
  const members = Object.getOwnPropertyNames(Object.getPrototypeOf(fakeOpencode())).filter(
    (name) => name !== 'constructor',
  )
  const options = knownNames(() => fakeOpencode(JSON.parse('{"unknown": true}')))
  const wanted = [...options, ...members, 'fetch', 'Symbol.asyncDispose']
  expect(new Set(named('fakeOpencode\n'))).toEqual(new Set(wanted))
})

test('lists every option of fakeDeepSeek and every member of the fake', () => {
  const members = Object.getOwnPropertyNames(Object.getPrototypeOf(fakeDeepSeek())).filter(
    (name) => name !== 'constructor',
  )
  const options = knownNames(() => fakeDeepSeek([], JSON.parse('{"unknown": true}')))
  const wanted = [...options, ...members, 'fetch', 'Symbol.asyncDispose']
  expect(new Set(named('fakeDeepSeek\n'))).toEqual(new Set(wanted))
})

test('lists every field of a turn', () => {
  const fields = knownNames(() => fakeOpencode({ script: JSON.parse('[{"unknown": true}]') }))
  expect(new Set(named('Scripts\n'))).toEqual(new Set([...fields, 'httpError']))
})

test('lists every field of a RunResult', () => {
  const getters = Object.getOwnPropertyNames(RunResult.prototype).filter((name) => name !== 'constructor')
  const fields = Object.keys(new RunResult({ session: null }))
  expect(new Set(named('RunResult\n'))).toEqual(new Set([...getters, ...fields]))
})

test('has a heading for each matcher', () => {
  const headings = [...readme.matchAll(/^### (to\w+)\(/gm)].map(([, name]) => name)
  expect(new Set(headings)).toEqual(new Set(Object.keys(matchers)))
})

const failures: Record<string, (opencode: FakeOpencode) => void> = {
  toHaveOutcome: (opencode) => expect(opencode.runs[0]).toHaveOutcome('succeeded'),
  toHaveSentPrompt: (opencode) => expect(opencode).toHaveSentPrompt('Fix the logout bug', { agent: 'plan' }),
  toEndTurnWith: (opencode) => expect(opencode.lastRun).toEndTurnWith('stop'),
  toHaveCost: (opencode) => expect(opencode.lastRun).toHaveCost(0.002),
  // As an abort would tell it that comes too late.
  toHaveSettledOnce: ({ runs: [run] }) => {
    const idle = { type: 'session.idle', properties: { sessionID: run?.session?.id } }
    expect([...(run?.events ?? []), idle]).toHaveSettledOnce()
  },
  toHaveText: (opencode) => expect(opencode.lastRun).toHaveText(/label: \w+/),
  toHaveReasoning: (opencode) => expect(opencode.lastRun).toHaveReasoning(/a bug/),
  toHaveSteps: (opencode) => expect(opencode.lastRun).toHaveSteps(2),
  toHaveCostBelow: (opencode) => expect(opencode.lastRun).toHaveCostBelow(0.0005),
  toHaveTokens: (opencode) => expect(opencode.lastRun).toHaveTokens({ input: 12, cache: { read: 0 } }),
  toHaveFailedWith: (opencode) => expect(opencode.runs[0]).toHaveFailedWith({ name: 'APIError', status: 429 }),
  toHaveSentPrompts: (opencode) => expect(opencode).toHaveSentPrompts(['Fix the login bug', 'Release it']),
  toHaveEmitted: (opencode) => expect(opencode).toHaveEmitted('session.error', { error: { name: 'AuthError' } }),
  toHaveEmittedInOrder: ({ runs: [run] }) => expect(run).toHaveEmittedInOrder(['session.idle', 'message.part.updated']),
  toHaveOnlyKnownEvents: ({ events: [event] }) =>
    expect([event, { type: 'session.paused', properties: { sessionID: 'ses_1' } }]).toHaveOnlyKnownEvents(),
}

const toolFailures: Record<string, (opencode: FakeOpencode) => void> = {
  toHaveCalledTool: (opencode) => expect(opencode.lastRun).toHaveCalledTool('label', { name: 'feature' }),
  toHaveCalledTools: (opencode) => expect(opencode.lastRun).toHaveCalledTools(['lookup', 'comment', 'label']),
}

const askFailures: Record<string, (opencode: FakeOpencode) => void> = {
  toHaveAskedPermission: (opencode) => expect(opencode).toHaveAskedPermission('bash', ['npm test']),
  toHaveAsked: (opencode) => expect(opencode).toHaveAsked('Which label?'),
}

const requestFailures: Record<string, (deepseek: FakeDeepSeek) => void> = {
  toHaveReceivedRequest: (deepseek) =>
    expect(deepseek).toHaveReceivedRequest({
      path: '/chat/completions',
      body: { model: 'deepseek-v4-pro', temperature: 0 },
    }),
  toHaveConsumedScript: (deepseek) => expect(deepseek).toHaveConsumedScript(),
  toHaveOfferedTool: (deepseek) => expect(deepseek).toHaveOfferedTool('get_time'),
  toHaveEchoedReasoning: (deepseek) => expect(deepseek).toHaveEchoedReasoning(),
  toHaveSentToolResult: (deepseek) => expect(deepseek).toHaveSentToolResult('get_weather', 'rain'),
  toHaveStablePrefix: () => {
    const requests = ['It is 9:00.', 'It is 9:05.'].map((content) => ({ messages: [{ role: 'system', content }] }))
    expect({ requests }).toHaveStablePrefix()
  },
}

test.each(Object.entries(failures))('quotes what %s says when it fails', async (matcher, fail) => {
  const opencode = fakeOpencode({
    clock: 'fixed',
    script: [httpError(401, 'Authentication Fails'), turn({ text: 'Nobody can log in, so', finish: 'length' })],
  })
  await runPrompt(opencode, 'Fix the login bug')
  await runPrompt(opencode, 'Fix the login bug')
  expect(blocks('text', section(`${matcher}(`))).toEqual([`${messageOf(() => fail(opencode))}\n`])
})

test.each(Object.entries(toolFailures))('quotes what %s says when it fails', async (matcher, fail) => {
  const script = [
    toolCall('lookup', { issue: 7 }, 'Login fails'),
    toolCall('label', { issue: 7, name: 'bug' }, 'ok'),
    'Done.',
  ]
  const opencode = fakeOpencode({ clock: 'fixed', script })
  await runPrompt(opencode, 'Label issue 7')
  expect(blocks('text', section(`${matcher}(`))).toEqual([`${messageOf(() => fail(opencode))}\n`])
})

test.each(Object.entries(askFailures))('quotes what %s says when it fails', async (matcher, fail) => {
  const question = { question: 'Which color?', header: 'Color', options: [{ label: 'red', description: '' }] }
  const script = [[call('bash', { command: 'npm publish' }), call('question', { questions: [question] })]]
  const opencode = fakeOpencode({ permissions: { bash: 'ask' }, script })
  const stop = new AbortController()
  const run = runPrompt(opencode, 'Release it', { signal: stop.signal })
  await expect.poll(() => opencode).toHaveAskedPermission('bash')
  await expect.poll(() => opencode).toHaveAsked('Which')
  stop.abort()
  await expect(run).rejects.toThrow()
  expect(blocks('text', section(`${matcher}(`))).toEqual([`${messageOf(() => fail(opencode))}\n`])
})

test.each(Object.entries(requestFailures))('quotes what %s says when it fails', async (matcher, fail) => {
  const deepseek = fakeDeepSeek([[reasoning('I need the weather.'), call('get_weather')], 'It is sunny.'])
  const tools = [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }]
  const messages: object[] = [{ role: 'user', content: 'How is the weather?' }]
  const ask = (): Promise<Response> =>
    deepseek.fetch(`${deepseek.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-fake' },
      body: JSON.stringify({ model: 'deepseek-flash', messages, tools }),
    })
  const answer = await (await ask()).json()
  const { reasoning_content: _left, ...message } = answer.choices[0].message
  messages.push(message, { role: 'tool', tool_call_id: message.tool_calls[0].id, content: 'sunny' })
  await ask()
  expect(blocks('text', section(`${matcher}(`))).toEqual([`${messageOf(() => fail(deepseek))}\n`])
})

test('quotes how the network refuses', async () => {
  const quotes = blocks('text', section('The network guard'))
  await fakeOpencode().close()
  for (const url of ['https://api.example.com/v1/labels', 'http://localhost:4096/session']) {
    const error: unknown = await fetch(url).catch((reason: unknown) => reason)
    expect(quotes).toContain(`${error instanceof Error && error.cause instanceof Error ? error.cause.message : ''}\n`)
  }
})

/** The names that an error about an unknown one lists. */
function knownNames(make: () => unknown): readonly string[] {
  try {
    make()
  } catch (error) {
    if (error instanceof InvalidOptionError) return error.expected.replace('one of ', '').split(', ')
  }
  throw new Error('expected an error that lists the known names')
}

function messageOf(fail: () => void): string {
  try {
    fail()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('expected the matcher to fail')
}
