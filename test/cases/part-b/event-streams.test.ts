/* oxlint-disable unicorn/consistent-function-scoping -- the clients of a case are read with it */
import { createOpencodeClient } from '@opencode-ai/sdk'
import { fakeOpencode, turn } from 'opencode-testing'
import { parseAssistantTurnEnd, parseMessageLevelProgress } from 'opencode-testing/wire'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../../opencode/until.ts'
import { call, createSession, events, isBusy, lastRunOf, prompt, promptAsync, resultOf } from './client.ts'

// Part B of the cases: event streams that end early, fall silent or leave things out. In each a client that was written in good faith
// fails, and one that knows the wire passes.

afterEach(() => vi.useRealTimers())

test('B1 (opencode#26697, #27391) a stream that ends right behind server.connected is subscribed to again', async () => {
  const wrong = async (): Promise<string> => {
    for await (const { type } of events()) if (type === 'session.idle') return 'finished'
    return 'nothing happened'
  }
  const right = async (): Promise<string> => {
    for (;;) for await (const { type } of events()) if (type === 'session.idle') return 'finished'
  }
  const play = async (client: () => Promise<string>): Promise<string> => {
    const opencode = fakeOpencode()
    const result = client()
    await until(() => opencode.openStreams === 1)
    opencode.cutStreams('end')
    await Promise.race([result, expect.poll(() => opencode.openStreams).toBe(1)])
    await prompt(await createSession(), 'hi')
    return resultOf(result)
  }
  expect(await play(wrong)).toBe('nothing happened')
  expect(await play(right)).toBe('finished')
})

test("B2 (opencode#26866) a stream that forwards nothing of the turn does not cost the turn's text", async () => {
  const wrong = async (sessionID: string): Promise<string> => {
    let text = ''
    void (async () => {
      for await (const { type, props } of events()) if (type === 'message.part.delta') text += String(props['delta'])
    })()
    await prompt(sessionID, 'hi')
    return text
  }
  const right = (sessionID: string): Promise<string> => prompt(sessionID, 'hi')
  const opencode = fakeOpencode({ reply: 'one two three' })
  opencode.hold(/(session|message)\..*/)
  expect(await wrong(await createSession())).toBe('')
  expect(await right(await createSession())).toBe('one two three')
})

test.for(['/event', '/global/event'])('B3 (opencode#46733) heartbeats alone on %s are no progress', async (path) => {
  const wrong = async (): Promise<string> => {
    for await (const { type } of events(path)) if (type === 'session.idle') return 'finished'
    return 'ended'
  }
  const right = async (): Promise<string> => {
    let silent = 0
    for await (const { type, props } of events(path)) {
      silent = parseMessageLevelProgress(type, props) === undefined ? silent + 1 : 0
      if (type === 'session.idle' || (silent > 2 && !(await isBusy()))) return 'finished'
    }
    return 'ended'
  }
  const opencode = fakeOpencode()
  opencode.hold(/(session|message)\..*/)
  const results = [wrong(), right()]
  await until(() => opencode.openStreams === 2)
  await prompt(await createSession(), 'hi')
  for (const _ of [1, 2, 3]) opencode.heartbeat()
  expect(await Promise.all(results.map(resultOf))).toEqual(['still waiting', 'finished'])
})

test('B4 (opencode#38458) a stream that closes in the middle of a turn does not cut its text', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const words = Array.from({ length: 20 }, (_, index) => `${index} `)
  const wrong = async (): Promise<string> => {
    let text = ''
    for await (const { type, props } of events()) {
      if (type === 'message.part.delta') text += String(props['delta'])
      if (type === 'session.idle') break
    }
    return text
  }
  const right = async (sessionID: string): Promise<string> => {
    for (;;) {
      for await (const { type } of events()) if (type === 'session.idle') return (await lastRunOf(sessionID)).text
      if (!(await isBusy())) return (await lastRunOf(sessionID)).text
    }
  }
  const opencode = fakeOpencode({ script: [turn({ text: words.join(''), chunks: words, delayChunk: 100 })] })
  const sessionID = await createSession()
  const results = [wrong(), right(sessionID)]
  await until(() => opencode.openStreams === 2)
  await promptAsync(sessionID, 'hi')
  await opencode.waitForPrompt()
  await vi.advanceTimersByTimeAsync(500)
  expect(opencode.cutStreams('end')).toBe(2)
  await until(() => opencode.openStreams === 1)
  await vi.advanceTimersByTimeAsync(2000)
  await until(() => opencode.lastRun?.outcome === 'succeeded')
  const [text, whole] = await Promise.all(results)
  expect(whole).toBe(words.join(''))
  expect(words.join('')).toContain(text)
  expect(text).not.toBe(whole)
})

test('B6 (ai-sdk-provider-opencode-sdk PR#30) a client that is done hangs up its event stream', async () => {
  const client = createOpencodeClient({ baseUrl: 'http://localhost:4096' })
  const wrong = async (): Promise<void> => {
    const { stream } = await client.event.subscribe()
    for await (const { type } of stream) if (type === 'server.connected') break
  }
  const right = async (): Promise<void> => {
    const leave = new AbortController()
    const { stream } = await client.event.subscribe({ signal: leave.signal })
    for await (const { type } of stream) if (type === 'server.connected') break
    leave.abort()
  }
  const [first, second] = [fakeOpencode(), fakeOpencode()]
  await right()
  await expect.poll(() => second.openStreams).toBe(0)
  await second.close()
  await wrong()
  expect(await resultOf(until(() => first.openStreams === 0))).toBe('still waiting')
})

test('B14 (vibe-kanban#3123, research-agent#173) the deltas alone make up the text', async () => {
  const reader = (read: (type: string, props: Readonly<Record<string, unknown>>) => unknown) => async () => {
    let text = ''
    for await (const { type, props } of events()) {
      const said = read(type, props)
      if (typeof said === 'string') text += said
      if (type === 'session.idle') break
    }
    return text
  }
  const isUpsert = (type: string): boolean => type === 'message.part.updated'
  const empty = reader((type, props) => (isUpsert(type) ? props['delta'] : ''))
  const garbled = reader((type, { part, delta }) => (isUpsert(type) ? Object(part).text : delta))
  const right = reader((type, { delta }) => (type === 'message.part.delta' ? delta : ''))
  const opencode = fakeOpencode({ script: ['one two three'] })
  const results = [empty(), garbled(), right()]
  await until(() => opencode.openStreams === 3)
  await prompt(await createSession(), 'hi')
  const [nothing, twice, text] = await Promise.all(results)
  expect(nothing).toBe('')
  expect(twice).toContain('one two threeone two three')
  expect(text).toBe('one two three')
})

test('B16 (openducktor PR#289) a turn is over with its last message, also where idle never comes', async () => {
  const wrong = async (): Promise<string> => {
    for await (const { type } of events()) if (type === 'session.idle') return 'finished'
    return 'ended'
  }
  const right = async (): Promise<string> => {
    for await (const { type, props } of events()) {
      const end = parseAssistantTurnEnd(type, props)
      if (type === 'session.idle' || (end && end.finish !== 'tool-calls')) return 'finished'
    }
    return 'ended'
  }
  const opencode = fakeOpencode()
  opencode.hold(/session\.(idle|status)/)
  const results = [wrong(), right()]
  await until(() => opencode.openStreams === 2)
  await prompt(await createSession(), 'hi')
  expect(await Promise.all(results.map(resultOf))).toEqual(['still waiting', 'finished'])
})

test('B extra (Archon PR#1384) a stream that ends before session.idle still comes to a result', async () => {
  const wrong = async (): Promise<string | null> => {
    let result: string | null = null
    for await (const { type } of events()) if (type === 'session.idle') result = 'succeeded'
    return result
  }
  const right = async (sessionID: string): Promise<string | null> => {
    for await (const { type } of events()) if (type === 'session.idle') return 'succeeded'
    return (await lastRunOf(sessionID)).outcome
  }
  const opencode = fakeOpencode()
  opencode.hold('session.idle')
  const sessionID = await createSession()
  const results = [wrong(), right(sessionID)]
  await until(() => opencode.openStreams === 2)
  await prompt(sessionID, 'hi')
  opencode.cutStreams('end')
  expect(await Promise.all(results)).toEqual([null, 'succeeded'])
})

test('B extra (opencode#44782) the prompt is sent once the stream is open, and not when something happens', async () => {
  const client = (first: string) => async (sessionID: string) => {
    for await (const { type } of events()) {
      if (type === first) await promptAsync(sessionID, 'hi')
      if (type === 'session.idle') return 'finished'
    }
    return 'ended'
  }
  const [wrong, right] = [client('session.status'), client('server.connected')]
  const opencode = fakeOpencode()
  const sessionID = await createSession()
  expect(await resultOf(wrong(sessionID))).toBe('still waiting')
  expect(opencode).not.toHaveSentPrompt('hi')
  expect(await right(sessionID)).toBe('finished')
  expect(opencode).toHaveSentPrompt('hi')
})

test('B extra (opencode#50677) a turn that hangs is stopped by a watchdog that heartbeats do not feed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const watch = (feeds: (type: string, props: Readonly<Record<string, unknown>>) => boolean) => async (id: string) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    for await (const { type, props } of events()) {
      if (type === 'session.idle') return 'stopped'
      if (!feeds(type, props)) continue
      clearTimeout(timer)
      timer = setTimeout(() => void call('POST', `/session/${id}/abort`), 30_000)
    }
    return 'ended'
  }
  const wrong = watch(() => true)
  const right = watch((type, props) => parseMessageLevelProgress(type, props) !== undefined)
  const play = async (client: (id: string) => Promise<string>): Promise<string> => {
    const opencode = fakeOpencode({ script: [turn({ text: 'Let me', cut: 'hang' })] })
    const sessionID = await createSession()
    const result = client(sessionID)
    await until(() => opencode.openStreams === 1)
    await promptAsync(sessionID, 'hi')
    await until(() => opencode.events.some(({ type }) => type === 'message.part.delta'))
    for (const _ of [1, 2, 3, 4]) {
      opencode.heartbeat()
      await resultOf(result)
      await vi.advanceTimersByTimeAsync(10_000)
    }
    return resultOf(result)
  }
  expect(await play(wrong)).toBe('still waiting')
  expect(await play(right)).toBe('stopped')
})
