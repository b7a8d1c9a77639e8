import type { Reply } from 'opencode-testing'
import { expect, test, vi } from 'vitest'
import { createFakeRequest } from '../../../src/http/create-fake-request.ts'
import type { FakeRequest } from '../../../src/http/fake-handler.ts'
import { ServerCore } from '../../../src/opencode/server-core.ts'
import { V1Server } from '../../../src/opencode/v1/v1-server.ts'

const request = (method: string, path: string, body?: object): FakeRequest =>
  createFakeRequest({
    method,
    url: new URL(path, 'http://localhost:4096'),
    headers: {},
    body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
    signal: new AbortController().signal,
  })

interface Moment {
  readonly script: readonly Reply[]
  /** Which idle is the last one. */
  readonly idles: number
  /** The event after which the turn is aborted, as JSON. */
  readonly abortAfter?: RegExp
}

const moments: Readonly<Record<string, Moment>> = {
  'a turn that ended': { script: ['one', 'two'], idles: 1 },
  'a turn that failed': { script: [{ status: 401 }, 'two'], idles: 2 },
  'a turn that the content filter ended': { script: [{ text: 'one', finish: 'content_filter' }, 'two'], idles: 1 },
  'a turn that was aborted': { script: [{ text: 'one', cut: 'hang' }, 'two'], idles: 2, abortAfter: /part\.delta/ },
  'a turn that was aborted between two steps': {
    script: [{ text: 'one', finish: 'tool_calls' }, 'two'],
    idles: 1,
    abortAfter: /"completed":.*"tool-calls"/,
  },
}

test.for(Object.entries(moments))(
  'a prompt that comes in the very moment of the last idle of %s is worked on',
  async ([, { script, idles, abortAfter }]) => {
    const server = new V1Server(new ServerCore({ script }))
    const { id } = server.createSession('/fake/project', { title: 'x' }).info
    const send = (text: string): ReturnType<V1Server['handle']> =>
      server.handle(request('POST', `/session/${id}/message`, { parts: [{ type: 'text', text }] }))
    let second: ReturnType<V1Server['handle']> | undefined
    let idle = 0
    const publish = server.core.events.publish.bind(server.core.events)
    vi.spyOn(server.core.events, 'publish').mockImplementation((...event) => {
      const published = publish(...event)
      if (abortAfter?.test(JSON.stringify(published))) {
        queueMicrotask(() => void server.handle(request('POST', `/session/${id}/abort`)))
      }
      if (published.type === 'session.idle') idle += 1
      if (idle === idles) second ??= send('second')
      return published
    })
    await send('first')
    expect((await second)?.body).toContain('"text":"two"')
    expect(server.core.remaining).toBe(0)
  },
)
