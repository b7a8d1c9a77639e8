import { fakeOpencode, type FakeOpencode, httpError } from 'opencode-testing'
import { afterEach, expect, test, vi } from 'vitest'
import { createSession, prompt } from '../opencode/api.ts'

afterEach(() => {
  vi.useRealTimers()
})

async function play(opencode: FakeOpencode): Promise<FakeOpencode['events']> {
  const session = await createSession(opencode, { title: undefined })
  await prompt(opencode, session, 'one')
  await prompt(opencode, session, 'two')
  await prompt(opencode, await createSession(opencode), 'three')
  return opencode.events
}

test("with clock 'fixed' two fakes tell the same events, ids and times included", async () => {
  const options = { clock: 'fixed', script: [{ text: 'a', reasoning: 'b' }, httpError(401), 'c'] } as const
  const first = await play(fakeOpencode({ ...options, baseUrl: 'http://one.test' }))
  const second = await play(fakeOpencode({ ...options, baseUrl: 'http://two.test' }))
  expect(second).toEqual(first)
  expect(first.length).toBeGreaterThan(50)
})

test("with clock 'fixed' a fake that was reset tells the same events again", async () => {
  const opencode = fakeOpencode({ clock: 'fixed' })
  const first = await play(opencode)
  opencode.reset()
  expect(await play(opencode)).toEqual(first)
})

test("with clock 'real' times are those of the test's clock", async () => {
  vi.useFakeTimers({ now: 1_796_050_000_000, toFake: ['Date'] })
  const opencode = fakeOpencode()
  const session = await createSession(opencode, { title: undefined })
  expect(opencode.sessions.get(session)).toMatchObject({
    title: 'New session - 2026-11-30T14:46:40.000Z',
    time: { created: 1_796_050_000_000, updated: 1_796_050_000_000 },
  })
})
