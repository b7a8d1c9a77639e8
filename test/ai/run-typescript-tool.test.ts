import { InvalidOptionError } from 'opencode-testing'
import { type ProgramResult, runTypescriptTool } from 'opencode-testing/ai'
import { expect, test, vi } from 'vitest'

const weather = { client: { get_weather: ({ city }: { city: string }) => `${city}: sunny` } }

/** What a program does that may call nothing. */
const run = (code: string): Promise<ProgramResult> => runTypescriptTool({}).execute({ code })

test('runs a program with types that calls the tools of the test', async () => {
  const { execute, calls } = runTypescriptTool(weather)
  const code = "const city: string = 'Paris'\nreturn await tools.client.get_weather({ city })"
  const call = { name: 'client.get_weather', input: { city: 'Paris' }, output: 'Paris: sunny' }
  expect(await execute({ code })).toEqual({ value: 'Paris: sunny', logs: [], calls: [call] })
  expect(calls).toEqual([call])
})

test('keeps the calls of all programs, and gives each its own', async () => {
  const { execute, calls } = runTypescriptTool(weather)
  const ask = (city: string): Promise<ProgramResult> =>
    execute({ code: `await tools.client.get_weather({ city: '${city}' })` })
  const first = await ask('Paris')
  const second = await ask('Rome')
  expect(first.calls).toMatchObject([{ input: { city: 'Paris' } }])
  expect(second.calls).toMatchObject([{ input: { city: 'Rome' } }])
  expect(calls).toEqual([...first.calls, ...second.calls])
})

test('names tools flat, nested, or with dots', async () => {
  const { execute } = runTypescriptTool({
    add: (one: number, other: number) => one + other,
    'math.double': (value: number) => 2 * value,
    deep: { er: { echo: (value: unknown) => value } },
  })
  const code = 'return [await tools.add(1, 2), await tools.math.double(4), await tools.deep.er.echo()]'
  expect(await execute({ code })).toMatchObject({
    value: [3, 8, undefined],
    calls: [
      { name: 'add', input: [1, 2], output: 3 },
      { name: 'math.double', input: 4, output: 8 },
      { name: 'deep.er.echo', input: undefined },
    ],
  })
})

test('calls a tool of the AI SDK with its input', async () => {
  const lookup = {
    inputSchema: {},
    suffix: '!',
    execute(this: { suffix: string }, input: string) {
      return input + this.suffix
    },
  }
  expect(await runTypescriptTool({ lookup }).execute({ code: "return await tools.lookup('hey')" })).toMatchObject({
    value: 'hey!',
  })
})

test('records calls in the order they were made, whichever ends first', async () => {
  let release: (() => void) | undefined
  const slow = (): Promise<string> =>
    new Promise((resolve) => {
      release = () => resolve('slow')
    })
  const fast = (): string => {
    release?.()
    return 'fast'
  }
  const { execute } = runTypescriptTool({ slow, fast })
  const result = await execute({ code: 'return await Promise.all([tools.slow(), tools.fast()])' })
  expect(result.value).toEqual(['slow', 'fast'])
  expect(result.calls.map(({ name }) => name)).toEqual(['slow', 'fast'])
})

test('waits for a call that the program did not wait for', async () => {
  const { execute } = runTypescriptTool({ save: () => Promise.resolve('saved') })
  expect(await execute({ code: 'void tools.save(7); return 1' })).toEqual({
    value: 1,
    logs: [],
    calls: [{ name: 'save', input: 7, output: 'saved' }],
  })
})

test('lets the program catch what a tool fails with, and records it', async () => {
  const { execute } = runTypescriptTool({
    fail: () => {
      throw new RangeError('no such city')
    },
  })
  const code = 'try { await tools.fail() } catch (error) { return `${error.name}: ${error.message}` }'
  expect(await execute({ code })).toMatchObject({
    value: 'RangeError: no such city',
    calls: [{ name: 'fail', error: 'no such city' }],
  })
})

test('fails with what a tool fails with where the program does not catch it', async () => {
  const { execute } = runTypescriptTool({ fail: () => Promise.reject(new Error('the tracker is down')) })
  expect(await execute({ code: 'await tools.fail()' })).toMatchObject({
    error: 'Error: the tracker is down',
    calls: [{ name: 'fail', error: 'the tracker is down' }],
  })
})

test('says which tools there are when a program asks for another', async () => {
  const { execute } = runTypescriptTool(weather)
  const expected = 'is no tool; there is tools.client.get_weather'
  expect(await execute({ code: 'await tools.client.get_wether()' })).toMatchObject({
    error: `TypeError: tools.client.get_wether ${expected}`,
  })
  expect(await execute({ code: 'await tools.weather()' })).toMatchObject({
    error: `TypeError: tools.weather ${expected}`,
  })
})

test('gives a tool the input and nothing that it could change in the record', async () => {
  const { execute } = runTypescriptTool({ push: (list: number[]) => list.push(4) })
  expect(await execute({ code: 'return await tools.push([1, 2, 3])' })).toMatchObject({
    value: 4,
    calls: [{ input: [1, 2, 3], output: 4 }],
  })
})

test('keeps what the program writes to its console', async () => {
  const { logs } = await run(
    "console.log('a', { b: 1 }); console.info('%d items', 2); console.warn('c'); console.error('d')",
  )
  expect(logs).toEqual([
    { level: 'log', text: 'a { b: 1 }' },
    { level: 'info', text: '2 items' },
    { level: 'warn', text: 'c' },
    { level: 'error', text: 'd' },
  ])
})

test('ends a program that never ends, and keeps what it did', async () => {
  const { execute } = runTypescriptTool({ wait: () => new Promise(() => {}) }, { timeout: 50 })
  const code = "console.log('before'); void tools.wait({ for: 'ever' }); await null; for (;;) {}"
  expect(await execute({ code })).toEqual({
    error: 'the program took longer than 50 ms',
    logs: [{ level: 'log', text: 'before' }],
    calls: [{ name: 'wait', input: { for: 'ever' }, error: 'the program ended before this call did' }],
  })
})

test('measures real time, whatever the test does to its clock', async () => {
  vi.useFakeTimers()
  const result = await runTypescriptTool({}, { timeout: 50 }).execute({ code: 'await new Promise(() => {})' })
  vi.useRealTimers()
  expect(result).toMatchObject({ error: 'the program took longer than 50 ms' })
})

test.for([
  ['an Error', "throw new RangeError('too far')", 'RangeError: too far'],
  ['a string', "throw 'a text'", "thrown: 'a text'"],
  ['nothing', 'throw undefined', 'thrown: undefined'],
  ['null', 'throw null', 'thrown: null'],
  ['an object', 'throw { code: 7 }', 'thrown: { code: 7 }'],
  ['a function', 'throw function go() {}', 'thrown: [Function: go]'],
  [
    'a value that throws when it is shown',
    "throw { [Symbol.for('nodejs.util.inspect.custom')]() { throw 1 } }",
    'thrown: a value that cannot be shown',
  ],
  [
    'a rejection that nothing handles',
    "Promise.reject(new Error('lost')); return 1",
    'Error: lost (a rejection that nothing handled)',
  ],
  [
    'an error in a later turn',
    "setTimeout(() => { throw new Error('late') }); await new Promise(() => {})",
    'Error: late',
  ],
  ['an end of its thread', 'process.exit(3)', 'the program ended its thread with exit code 3, as process.exit() does'],
])('reports %s as an error of the tool', async ([, code = '', error]) => {
  expect(await run(code)).toEqual({ error, logs: [], calls: [] })
})

test('reports a value that cannot be passed on as an error of the tool', async () => {
  expect(await run('return () => 1')).toMatchObject({
    error: expect.stringMatching(/^DataCloneError: .* \(the value that the program returned\)$/),
  })
  const { execute } = runTypescriptTool({ give: () => () => 1, take: () => 1 })
  expect(await execute({ code: 'await tools.give()' })).toMatchObject({
    error: expect.stringContaining('could not be cloned'),
    calls: [{ name: 'give', error: expect.stringContaining('could not be cloned') }],
  })
  expect(await execute({ code: 'await tools.take(() => 1)' })).toMatchObject({
    error: expect.stringMatching(/^DataCloneError: /),
    calls: [{ name: 'take', error: expect.stringMatching(/^DataCloneError: /) }],
  })
})

test('reports a program that cannot be read', async () => {
  expect(await run('return (')).toMatchObject({
    error: expect.stringMatching(/Unexpected|Expression expected/),
    calls: [],
  })
})

test('runs a program that ends in a comment, and one that imports', async () => {
  expect(await run('return 1 // one')).toMatchObject({ value: 1 })
  expect(await run("const { basename } = await import('node:path'); return basename('a/b')")).toMatchObject({
    value: 'b',
  })
})

test('is stopped by the signal that the AI SDK passes', async () => {
  const stop = new AbortController()
  const { execute, calls } = runTypescriptTool({ stop: () => stop.abort(new Error('enough')) })
  const running = execute({ code: 'await tools.stop(); for (;;) {}' }, { abortSignal: stop.signal })
  await expect(running).rejects.toThrow('enough')
  expect(calls).toMatchObject([{ name: 'stop' }])
  await expect(execute({ code: 'return 1' }, { abortSignal: stop.signal })).rejects.toThrow('enough')
})

test.for<[path: string, make: () => unknown]>([
  ['tools', () => runTypescriptTool(JSON.parse('[]'))],
  ['tools.client.city', () => runTypescriptTool(JSON.parse('{ "client": { "city": "Paris" } }'))],
  ['tools.a', () => runTypescriptTool({ a: { b: () => 1 }, 'a.b': () => 2 })],
  ['options.timeout', () => runTypescriptTool({}, { timeout: -1 })],
  ['options.time', () => runTypescriptTool({}, JSON.parse('{ "time": 1 }'))],
])('refuses %s that cannot be right', ([path, make]) => {
  expect(make).toThrow(InvalidOptionError)
  expect(make).toThrow(new RegExp(`^${path}[.:]`))
})

test('refuses code that is no string', async () => {
  await expect(runTypescriptTool({}).execute(JSON.parse('{ "code": 7 }'))).rejects.toThrow(
    'code: expected a string, received 7',
  )
})
