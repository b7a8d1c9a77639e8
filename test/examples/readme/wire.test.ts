import { fakeOpencode, runPrompt, turn } from 'opencode-testing'
import type { UnknownEvents } from 'opencode-testing/wire'
import { decodeEvents, EVENT_SESSION_IDLE, parseStepUsageProps, promptTokens } from 'opencode-testing/wire'
import { expect, test, vi } from 'vitest'

async function tokensUntilIdle(body: ReadableStream<Uint8Array>): Promise<number> {
  let tokens = 0
  for await (const { type, props } of decodeEvents(body)) {
    const usage = parseStepUsageProps(type, props)
    if (usage) tokens += promptTokens(usage.tokens) + usage.tokens.output + usage.tokens.reasoning
    if (type === EVENT_SESSION_IDLE) break
  }
  return tokens
}

test('meters a stream', async () => {
  const usage = { prompt: 100, completion: 20, cacheHit: 64, reasoning: 5 }
  const opencode = fakeOpencode({ script: [turn({ text: 'Hello there.', usage })] })
  const { body } = await fetch('http://localhost:4096/event')
  if (!body) throw new Error('no stream')
  const [tokens] = await Promise.all([tokensUntilIdle(body), runPrompt(opencode, 'Say hello')])
  expect(tokens).toBe(120)
})

test('counts what nobody knows', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const frames = ['{"type":"session.dreamt","properties":{}}', 'nonsense', '{"type":"session.idle","properties":{}}']
  async function* server(): AsyncGenerator<Uint8Array> {
    for (const frame of frames) yield new TextEncoder().encode(`data: ${frame}\n\n`)
  }
  const body = server()
  const unknown: UnknownEvents[] = []
  const events = decodeEvents(body, {
    onUnknown: (group) => unknown.push(group),
    onDrift: ({ error }) => console.warn(error.message),
  })
  for await (const { type } of events) if (type === EVENT_SESSION_IDLE) break
  console.log(unknown.map(({ type, count }) => `${count} of type ${type}`))
  expect(log.mock.calls).toEqual([[['1 of type session.dreamt']]])
  expect(warn.mock.calls).toEqual([['event frame: data: expected JSON, received "nonsense"']])
})
