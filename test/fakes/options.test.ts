import { fakeOpencode, InvalidOptionError } from 'opencode-testing'
import { expect, test } from 'vitest'
import { refusalOf, untyped } from '../opencode/bad-option.ts'

const badOptions: readonly [options: object, message: string][] = [
  [{ baseurl: 'http://localhost:4096' }, 'baseurl: expected one of '],
  [{ passwort: 'secret' }, 'passwort: expected one of '],
  [{ password: 5 }, 'password: expected a password, received 5'],
  [{ password: '' }, 'password: expected a password, received ""'],
  [{ baseUrl: 'localhost:4096' }, 'baseUrl: expected an http(s) URL without path'],
  [{ baseUrl: 'http://localhost:4096/api' }, 'baseUrl: expected an http(s) URL without path'],
  [{ baseUrl: 'http://localhost:4096/?x=1' }, 'baseUrl: expected an http(s) URL without path'],
  [{ baseUrl: 'http://user:pass@localhost:4096' }, 'baseUrl: expected an http(s) URL without path'],
  [{ baseUrl: 'ftp://localhost:4096' }, 'baseUrl: expected an http(s) URL without path'],
  [{ baseUrl: 4096 }, 'baseUrl: expected an http(s) URL without path'],
  [{ version: '2.1' }, "version: expected '1.18', '2.0', or a release of them such as '1.18.15', received \"2.1\""],
  [{ version: '1.17' }, "version: expected '1.18', '2.0', or a release of them"],
  [{ version: '1.18.x' }, "version: expected '1.18', '2.0', or a release of them"],
  [{ version: 1.18 }, "version: expected '1.18', '2.0', or a release of them"],
  [{ directory: 'project' }, 'directory: expected an absolute path, received "project"'],
  [{ directory: 5 }, 'directory: expected an absolute path, received 5'],
  [{ cost: -0.1 }, 'cost: expected a number of USD >= 0, received -0.1'],
  [{ cost: Number.NaN }, 'cost: expected a number of USD >= 0, received NaN'],
  [{ cost: '1' }, 'cost: expected a number of USD >= 0, received "1"'],
  [{ tokens: [10] }, 'tokens: expected [input, output], received [10]'],
  [{ tokens: 10 }, 'tokens: expected [input, output], received 10'],
  [{ tokens: [10, -5] }, 'tokens[1]: expected '],
  [{ tokens: [1.5, 5] }, 'tokens[0]: expected an integer >= 0, received 1.5'],
  [{ prices: [] }, 'prices: expected an object { [modelID]: { input, output, cacheRead?, cacheWrite? } }'],
  [{ prices: { 'm-1': 5 } }, 'prices.m-1: expected a price { input, output, cacheRead?, cacheWrite? }'],
  [{ prices: { m: { input: 1 } } }, 'prices.m.output: expected a number of USD >= 0, received undefined'],
  [{ prices: { m: { input: 1, output: 1, cachRead: 1 } } }, 'prices.m.cachRead: expected one of '],
  [{ retryDelay: 'never' }, "retryDelay: expected 'real' or 'none', received \"never\""],
  [{ retryDelay: 0 }, "retryDelay: expected 'real' or 'none', received 0"],
  [{ exhausted: 'stop' }, "exhausted: expected 'reply' or 'error', received \"stop\""],
  [{ replay: 'yes' }, 'replay: expected true or false, received "yes"'],
  [{ record: -1 }, 'record: expected '],
  [{ record: 1.5 }, 'record: expected an integer >= 0, received 1.5'],
  [{ record: '5' }, 'record: expected an integer >= 0, received "5"'],
  [{ clock: 'fake' }, "clock: expected 'real' or 'fixed', received \"fake\""],
  [{ agents: 'build' }, 'agents: expected a list of agents, received "build"'],
  [{ agents: { build: {} } }, 'agents: expected a list of agents, received {"build":{}}'],
  [{ agents: ['build', 5] }, 'agents[1]: expected an agent (a name, or an object with a name), received 5'],
  [{ agents: ['build', {}] }, "agents[1].name: expected an agent's name, received undefined"],
  [{ mcpServers: ['github'] }, 'mcpServers: expected an object { [name]: status }, received ["github"]'],
  [{ mcpServers: { github: 'on' } }, "mcpServers.github: expected 'connected' or 'disabled' or 'failed' or"],
  [{ mcpServers: { github: { error: 'x' } } }, "mcpServers.github.status: expected 'connected' or"],
  [
    { mcpServers: { github: { status: 'failed', error: 5 } } },
    'mcpServers.github.error: expected a string, received 5',
  ],
  [{ mcpServers: { github: { status: 'failed', err: 'x' } } }, 'mcpServers.github.err: expected one of '],
  [
    { reply: 5 },
    'reply: expected a Reply (a string, a tool call, a list of blocks, a turn, an Error, or a function that gives one), received 5',
  ],
  [{ reply: null }, 'reply: expected a Reply'],
  [{ reply: { text: 'x', delayChunk: -1 } }, 'reply.delayChunk: expected a number of ms >= 0, received -1'],
  [{ script: 'Hello' }, 'script: expected a list of Replies, received "Hello"'],
  [{ script: { text: 'Hello' } }, 'script: expected a list of Replies, received {"text":"Hello"}'],
  [{ script: 5 }, 'script: expected a list of Replies, received 5'],
]

test.for(badOptions)('refuses the options %j', ([options, message]) => {
  const refusal = refusalOf(() => fakeOpencode(options))
  expect(refusal.message.slice(0, message.length)).toBe(message)
  expect(message.startsWith(refusal.path)).toBe(true)
})

test('lists the options that there are beside one that is misspelt', () => {
  expect(refusalOf(() => fakeOpencode(untyped({ scripts: [] }))).message).toMatch(
    /^scripts: expected .*\bscript\b.*"scripts"$/,
  )
})

test.for([[null], ['http://localhost:4096'], [5], [[]]])('refuses %j in place of options', ([options]) => {
  expect(refusalOf(() => fakeOpencode(untyped(options))).message).toMatch(
    /^fakeOpencode\(options\): expected an object/,
  )
})

test('leaves no fake open when an option is refused', async () => {
  expect(() => fakeOpencode({ cost: -1 })).toThrow(InvalidOptionError)
  await expect(fetch('http://localhost:4096/global/health')).rejects.toThrow(
    expect.objectContaining({
      cause: expect.objectContaining({ message: expect.stringContaining('no fakeOpencode is open') }),
    }),
  )
})

test('takes undefined for an option that is not given', () => {
  const opencode = fakeOpencode(untyped({ baseUrl: undefined, reply: undefined, record: undefined, agents: undefined }))
  expect(opencode.url).toBe('http://localhost:4096')
})

test.for<[baseUrl: string, url: string]>([
  ['http://localhost:4096', 'http://localhost:4096'],
  ['http://localhost:4096/', 'http://localhost:4096'],
  ['https://opencode.test', 'https://opencode.test'],
  ['http://127.0.0.1:80', 'http://127.0.0.1'],
])('reports the base URL %s as %s', ([baseUrl, url]) => {
  expect(fakeOpencode({ baseUrl }).url).toBe(url)
})

test('reads a script of any iterable once, when it is made', () => {
  let reads = 0
  function* replies(): Generator<string> {
    reads += 1
    yield 'one'
    yield 'two'
  }
  const opencode = fakeOpencode({ script: replies() })
  expect(opencode.remaining).toBe(2)
  opencode.reset()
  expect(opencode.remaining).toBe(2)
  expect(reads).toBe(1)
})
