import { fakeOpencode, InvalidOptionError, runPrompt } from 'opencode-testing'
import { test } from 'opencode-testing/vitest'
import { meeting } from '../opencode/meeting.ts'

// The tests of this file run side by side, and meet: each goes on only when the other is there too.
const fixtures = meeting<string>()

for (const name of ['one', 'two'] as const) {
  test.concurrent(`fixture ${name} has an origin of its own`, async ({ opencode, expect }) => {
    const other = await fixtures.meet(name, opencode.url)
    expect(opencode.url).toMatch(/^http:\/\/opencode-\d+\.test$/)
    expect(opencode.url).not.toBe(other)
    opencode.script(`answer ${name}`)
    const run = await runPrompt(opencode.url, 'hi')
    expect(run.text).toBe(`answer ${name}`)
    await fixtures.meet(name, 'done')
    expect(opencode.prompts).toEqual(['hi'])
  })
}

const plain = meeting<boolean>()

for (const name of ['one', 'two'] as const) {
  test.concurrent(`plain fake ${name}: only the first of two takes the default origin`, async ({ expect }) => {
    // Both run by now.
    await plain.meet(name, true)
    let refusal: unknown
    try {
      fakeOpencode()
    } catch (error) {
      refusal = error
    }
    const refusedOther = await plain.meet(name, refusal === undefined)
    expect(refusedOther).toBe(refusal !== undefined)
    if (refusal !== undefined) {
      expect(refusal).toBeInstanceOf(InvalidOptionError)
      expect(refusal).toMatchObject({ path: 'baseUrl', received: 'http://localhost:4096' })
    }
    expect((await fetch('http://localhost:4096/global/health')).status).toBe(200)
    await plain.meet(name, true)
  })
}
