// What must hold in every cell of the matrix, whatever runs it. CommonJS, which all runners can load; what differs is handed in.
const { createServer } = require('node:http')
const { stripVTControlCharacters } = require('node:util')
const { failure } = require('./failure.cjs')
const { models } = require('./model-scenarios.cjs')
const { snapshots } = require('./snapshot-scenarios.cjs')

/**
 * @param {object} runner
 * @param {Function} runner.test
 * @param {Function} runner.expect
 * @param {object} runner.testing the package, in the copy that this file would load
 * @param {{ fake: () => void, real: () => void, advance: (ms: number) => Promise<unknown> }} runner.timers
 * @param {object} runner.ai `opencode-testing/ai`, in the same copy
 * @param {boolean} runner.printsDiff whether the runner prints the diff itself
 * @param {Function} [runner.createOpencodeClient] of the SDK, where it can be loaded
 * @param {Function} [runner.OpenAI]
 */
exports.scenarios = (runner) => {
  runs(runner)
  faults(runner)
  guard(runner)
  setup(runner)
  models(runner)
  snapshots(runner)
}

const json = (body) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const textPart = (text) => ({ parts: [{ type: 'text', text }] })

/** Reads a stream of events until one is of this type. */
async function readUntil(reader, type) {
  const decoder = new TextDecoder()
  for (let text = ''; ;) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`the stream ended before ${type}`)
    text += decoder.decode(value, { stream: true })
    if (text.includes(`"type":"${type}"`)) return
  }
}

const chat = (deepseek, init = {}) =>
  fetch(`${deepseek.url}/chat/completions`, {
    ...json({ model: 'deepseek-flash', stream: true, messages: [{ role: 'user', content: 'How is the weather?' }] }),
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-fake' },
    ...init,
  })

function runs({ test, expect, testing, createOpencodeClient, OpenAI }) {
  const { fakeDeepSeek, fakeOpencode, httpError, runPrompt, turn } = testing

  test('a prompt over the global fetch', async () => {
    const opencode = fakeOpencode({ script: ['Hello there.'] })
    const session = await (await fetch('http://localhost:4096/session', json({}))).json()
    const answer = await (
      await fetch(`http://127.0.0.1:4096/session/${session.id}/message`, json(textPart('Say hello')))
    ).json()
    expect(answer).toHaveText('Hello there.')
    expect(opencode).toHaveSentPrompt('Say hello', { sessionID: session.id })
    expect(opencode.lastRun).toHaveOutcome('succeeded')
    expect({ run: opencode.lastRun }).toEqual({ run: expect.toHaveOutcome('succeeded') })
    await expect(Promise.resolve(opencode.lastRun)).resolves.not.toHaveOutcome('failed')
  })

  test('a Request object', async () => {
    const opencode = fakeOpencode()
    const answer = await fetch(new Request('http://localhost:4096/session', json({ title: 'A title' })))
    expect(await answer.json()).toMatchObject({ title: 'A title' })
    expect(opencode.sessions.size).toBe(1)
  })

  test('events arrive while the run goes on, up to the abort', async () => {
    const opencode = fakeOpencode({ script: [turn({ text: 'Nobody can log in, but', cut: 'hang' })] })
    const reader = (await fetch('http://localhost:4096/event')).body.getReader()
    await readUntil(reader, 'server.connected')
    const run = runPrompt('http://localhost:4096', 'Fix the login bug')
    await readUntil(reader, 'message.part.delta')
    const [id] = opencode.sessions.keys()
    await fetch(`http://localhost:4096/session/${id}/abort`, { method: 'POST' })
    await readUntil(reader, 'session.idle')
    await reader.cancel()
    expect(await run).toHaveOutcome('interrupted')
  })

  if (createOpencodeClient) {
    test('the SDK prompts and listens', async () => {
      const opencode = fakeOpencode({ script: [httpError(401, 'Authentication Fails')] })
      const client = createOpencodeClient({ baseUrl: 'http://localhost:4096', throwOnError: true })
      const stop = new AbortController()
      const { stream } = await client.event.subscribe({ signal: stop.signal })
      // The SDK connects when the first event is asked for.
      await stream.next()
      const { data: session } = await client.session.create()
      await client.session.prompt({ path: { id: session.id }, body: textPart('Fix the login bug') })
      const types = []
      for await (const { type } of stream) {
        types.push(type)
        if (type === 'session.idle') break
      }
      stop.abort()
      expect(types).toEqual(expect.arrayContaining(['session.created', 'session.error']))
      expect(opencode.lastRun).toHaveFailedWith({ name: 'APIError', status: 401 })
    })
  }

  if (OpenAI) {
    test('the openai client streams', async () => {
      const deepseek = fakeDeepSeek([turn({ reasoning: 'I must look.', text: 'It is sunny.' })])
      const client = new OpenAI({ ...deepseek.clientOptions(), dangerouslyAllowBrowser: true })
      const messages = [{ role: 'user', content: 'How is the weather?' }]
      const stream = await client.chat.completions.create({ model: 'deepseek-flash', stream: true, messages })
      let text = ''
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
      expect(text).toBe('It is sunny.')
      expect(deepseek).toHaveReceivedRequest({ body: { model: 'deepseek-flash', messages } })
    })
  }
}

function faults({ test, expect, testing, timers }) {
  const { fakeDeepSeek, fakeOpencode, InvalidOptionError, runPrompt, turn } = testing

  test('an abort rejects, and the fake knows', async () => {
    const deepseek = fakeDeepSeek([turn({ text: 'It is', chunks: 1, cut: 'hang' })])
    const stop = new AbortController()
    const answer = await chat(deepseek, { signal: stop.signal })
    const reader = answer.body.getReader()
    await reader.read()
    stop.abort()
    const error = await failure(async () => {
      while (!(await reader.read()).done);
    })
    expect(error.name).toBe('AbortError')
    expect(deepseek.lastRequest.hungUp).toEqual({ after: 1 })
  })

  test('a stream that is cut ends in an error with its cause', async () => {
    const deepseek = fakeDeepSeek([turn({ text: 'It is sunny.', cut: 'reset' })])
    const answer = await chat(deepseek)
    const error = await failure(() => answer.text())
    expect([error.name, error.message]).toEqual(['TypeError', 'terminated'])
    expect(error.cause).toMatchObject({ code: 'UND_ERR_SOCKET' })
  })

  test('a connection that is refused', async () => {
    const error = await failure(() => chat(fakeDeepSeek([turn({ refuse: true })])))
    expect([error.name, error.message]).toEqual(['TypeError', 'fetch failed'])
  })

  test('fake timers drive the delays of a script', async () => {
    timers.fake()
    try {
      const opencode = fakeOpencode({
        script: [turn({ text: 'Hello there.', delayFirst: 60_000, delayChunk: 10_000 })],
      })
      const started = Date.now()
      const run = runPrompt('http://localhost:4096', 'Say hello')
      await opencode.waitForPrompt()
      const texts = []
      const ended = run.then(({ text }) => texts.push(text))
      while (texts.length === 0) await timers.advance(1000)
      await ended
      expect(texts).toEqual(['Hello there.'])
      expect(Date.now() - started).toBeGreaterThanOrEqual(60_000)
    } finally {
      timers.real()
    }
    // Nothing of it is left behind: each of these is there again and works.
    await new Promise((resolve) => queueMicrotask(resolve))
    await new Promise((resolve) => setTimeout(resolve, 1))
  })

  test('an option that cannot be right is an error of the class that is exported', async () => {
    const error = await failure(() => fakeOpencode({ prot: 4096 }))
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect(error.message).toContain('prot: expected one of baseUrl, ')
  })
}

function guard({ test, expect, testing }) {
  const { allowNetwork, fakeOpencode } = testing

  test('a request that would leave this machine is refused', async () => {
    const { cause } = await failure(() => fetch('https://api.example.com/v1'))
    expect(cause.message).toContain("Let the real host through with allowNetwork('api.example.com')")
  })

  test('what the file before has allowed is refused again', async () => {
    const { cause } = await failure(() => fetch('http://allowed.test/'))
    expect(cause.message).toContain('was refused')
    allowNetwork('allowed.test')
    const { cause: real } = await failure(() => fetch('http://allowed.test/'))
    expect(real.message).not.toContain('was refused')
  })

  test('a server of this machine is reached', async () => {
    const server = createServer((_request, response) => response.end('real'))
    const port = await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)))
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('real')
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('a fake on a port of this machine is reached', async () => {
    const opencode = fakeOpencode()
    const url = await opencode.listen()
    expect(await (await fetch(`${url}/session`)).json()).toEqual([])
    expect(opencode).toHaveReceivedRequest({ method: 'GET', path: '/session' })
  })
}

function setup({ test, expect, testing, printsDiff }) {
  const { fakeOpencode, runPrompt, toolCall } = testing

  test('opens a fake and leaves it open', async () => {
    fakeOpencode()
    expect(toolCall('read').id).toBe('call_000000000001')
  })

  test('finds it closed, and the counters at their start', async () => {
    const { cause } = await failure(() => fetch('http://localhost:4096/session'))
    expect(cause.message).toContain('it was closed when test "')
    expect(cause.message).toContain('opens a fake and leaves it open" ended')
    expect(toolCall('read').id).toBe('call_000000000001')
  })

  test('a matcher that fails says what is expected, and the diff once', async () => {
    const run = await runPrompt(fakeOpencode({ script: ['Hello there.'] }), 'Say hello')
    const error = await failure(() => expect(run).toHaveOutcome('failed'))
    const message = stripVTControlCharacters(error.message)
    expect(message).toContain(
      'expect(run).toHaveOutcome(outcome)\n\nExpected outcome: "failed"\nReceived outcome: "succeeded"',
    )
    expect(message).toContain('  text       Hello there.')
    expect(message.split('\n- failed\n+ succeeded').length - 1).toBe(printsDiff ? 0 : 1)
    if (printsDiff) expect([error.actual, error.expected].map(String)).toEqual(['succeeded', 'failed'])
  })

  test('a matcher with a diff of its own says it once', async () => {
    const opencode = fakeOpencode()
    await runPrompt(opencode, 'Fix the login bug')
    const { message } = await failure(() => expect(opencode).toHaveSentPrompt('Fix the logout bug'))
    expect(stripVTControlCharacters(message).split('- Fix the logout bug\n+ Fix the login bug')).toHaveLength(2)
  })
}
