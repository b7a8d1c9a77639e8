import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, courseOf, createSession, promptAsync } from '../api.ts'
import { deferred } from '../deferred.ts'
import { turns } from '../until.ts'

test(
  'whenever an abort comes, the turn is over before it, or aborted, and ends idle',
  { timeout: 60_000 },
  async () => {
    const courses = new Set<string>()
    // Each round aborts one microtask later, so that every place between two steps of the work is hit.
    for (let delay = 0; delay < 200; delay += 1) {
      const opencode = fakeOpencode({ baseUrl: `http://abort-${delay}.test` })
      const session = await createSession(opencode)
      const aborted = deferred()
      const abortLater = async (): Promise<void> => {
        for (let turn = 0; turn < delay; turn += 1) await Promise.resolve()
        await call(opencode, 'POST', `/session/${session}/abort`)
        aborted.resolve()
      }
      opencode.script(() => {
        void abortLater()
        return { text: 'a', finish: 'tool_calls' }
      }, 'b')
      await promptAsync(opencode, session, 'hi')
      await aborted.promise
      await turns()
      courses.add(courseOf(opencode.events).join(', '))
      await opencode.close()
    }
    const steps = 'busy, busy, completed tool-calls, busy'
    const aborted = 'error MessageAbortedError, idle, completed MessageAbortedError, idle'
    expect(courses).toEqual(
      new Set([
        `busy, busy, ${aborted}`,
        // Between two steps no error is told, as on a real server: only what was begun is completed.
        `${steps}, idle`,
        `${steps}, completed MessageAbortedError, idle`,
        `${steps}, busy, ${aborted}`,
        `${steps}, busy, completed stop, busy, idle, idle`,
      ]),
    )
  },
)
