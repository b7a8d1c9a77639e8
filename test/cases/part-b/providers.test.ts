/* oxlint-disable unicorn/consistent-function-scoping -- the clients of a case are read with it */
import { fakeDeepSeek, fakeOpencode, httpError, runPrompt, turn } from 'opencode-testing'
import { expect, test } from 'vitest'

// Part B of the cases: what goes wrong between an agent and the model's provider.

const url = 'https://api.deepseek.com/chat/completions'

/** Asks DeepSeek, as an agent's innermost function would. */
const ask = (fields: object = {}, signal?: AbortSignal): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-fake' },
    body: JSON.stringify({ model: 'deepseek-flash', messages: [{ role: 'user', content: 'Hi' }], ...fields }),
    ...(signal && { signal }),
  })

/** The data of each frame, parsed, without `[DONE]`. */
const framesOf = async (response: Response): Promise<readonly Record<string, unknown>[]> =>
  (await response.text())
    .split('\n\n')
    .map((frame) => frame.replace(/^data: /, ''))
    .filter((data) => data.startsWith('{'))
    .map((data) => JSON.parse(data))

const textOf = (frames: readonly Record<string, unknown>[]): string =>
  frames.map(({ choices }) => Object(choices)[0].delta.content ?? '').join('')

test.for([
  ['B18 (opencode#21960, #17648, #26675, #25041)', httpError(500)],
  ['B18 (opencode#37076, #30510)', httpError(429, 'Slow down', { retryAfter: 0 })],
] as const)('%s a provider that always fails is asked six times at most', async ([, refusal]) => {
  const wrong = async (signal: AbortSignal): Promise<string> => {
    for (;;) if ((await ask({}, signal)).ok) return 'answered'
  }
  const right = async (): Promise<string> => {
    for (let attempt = 1; attempt <= 6; attempt += 1) if ((await ask()).ok) return 'answered'
    return 'gave up'
  }
  const deepseek = fakeDeepSeek([{ ...refusal, repeat: 100 }])
  expect(await right()).toBe('gave up')
  expect(deepseek.count).toBe(6)
  const stop = new AbortController()
  const endless = wrong(stop.signal)
  await deepseek.waitForRequest(6 + 20)
  stop.abort(new Error('enough'))
  await expect(endless).rejects.toThrow('enough')
})

test.for([
  ['#21960, #17648, #26675, #25041', httpError(500)],
  ['#37076, #30510', httpError(429, 'Slow down', { retryAfter: 0 })],
] as const)('B18 (opencode%s) opencode itself gives up with an error after six requests', async ([, refusal]) => {
  const opencode = fakeOpencode({ script: [{ ...refusal, repeat: 100 }], retryDelay: 'none' })
  await runPrompt(opencode, 'hi')
  expect(opencode.remaining).toBe(100 - 6)
  expect(opencode.lastRun).toHaveOutcome('failed')
  expect(opencode.events.filter(({ type }) => type === 'session.error')).toHaveLength(1)
})

test('B19 (opencode#21465) a 429 that comes within the stream is tried again', async () => {
  const wrong = async (): Promise<string> => textOf(await framesOf(await ask({ stream: true })))
  const right = async (): Promise<string> => {
    const frames = await framesOf(await ask({ stream: true }))
    const refused = frames.some(({ error }) => Object(error).code === 429)
    return refused ? right() : textOf(frames)
  }
  const refusal = turn({
    omitDone: true,
    omitFinish: true,
    rawFrames: ['data: {"text":"[DONE]","error":{"message":"Rate limit exceeded","code":429}}\n\n'],
  })
  const deepseek = fakeDeepSeek([refusal, refusal, 'Hello.'])
  await expect(wrong()).rejects.toThrow(TypeError)
  expect(await right()).toBe('Hello.')
  expect(deepseek.count).toBe(3)
})

test('B20 (opencode-mem#253) structured output does not force a tool on a model that thinks', async () => {
  const tools = [{ type: 'function', function: { name: 'StructuredOutput', parameters: { type: 'object' } } }]
  const wrong = (): Promise<Response> => ask({ tools, tool_choice: 'required' })
  const right = (): Promise<Response> => ask({ tools, tool_choice: 'required', thinking: { type: 'disabled' } })
  fakeDeepSeek(['{}'])
  const refused = await wrong()
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('tool_choice')])
  expect((await right()).status).toBe(200)
})

test('B extra (opencode#32911) each request begins with the bytes of the one before, so that the cache is hit', async () => {
  let day = 0
  const loop = (system: () => string) => async () => {
    const history: object[] = []
    for (const content of ['one', 'two']) {
      history.push({ role: 'user', content })
      const answer = await (await ask({ messages: [{ role: 'system', content: system() }, ...history] })).json()
      history.push({ role: 'assistant', content: answer.choices[0].message.content })
    }
  }
  const wrong = loop(() => `It is day ${(day += 1)}.`)
  const right = loop(() => 'You are an agent.')
  const continues = async (agent: () => Promise<void>): Promise<boolean> => {
    const deepseek = fakeDeepSeek(['1', '2'])
    await agent()
    const [first = '', second = ''] = deepseek.requests.map(({ body }) => JSON.stringify(Object(body).messages))
    return second.startsWith(first.slice(0, -1))
  }
  expect(await continues(wrong)).toBe(false)
  expect(await continues(right)).toBe(true)
})
