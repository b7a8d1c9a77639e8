// What Jest has of its own, in CommonJS and in ES modules alike.
exports.jestScenarios = ({ test, expect, describe, afterEach, beforeAll, testing, jest }) => {
  const { fakeOpencode, runPrompt } = testing

  test('jest.fn() and the matchers stand side by side', async () => {
    const report = jest.fn()
    report(await runPrompt(fakeOpencode({ script: ['Hello there.'] }), 'Say hello'))
    expect(report).toHaveBeenCalledWith(expect.toHaveText('Hello there.'))
  })

  for (const number of [1, 2, 3]) {
    test.concurrent(`side by side, number ${number}`, async () => {
      const opencode = fakeOpencode({ baseUrl: `http://side-${number}.test`, script: [`Hello ${number}.`] })
      await new Promise((resolve) => setTimeout(resolve, 10 * number))
      expect(await runPrompt(opencode.url, 'Say hello')).toHaveText(`Hello ${number}.`)
    })
  }

  test.concurrent('side by side, two on one origin', async () => {
    const held = fakeOpencode({ baseUrl: 'http://held.test' })
    expect(() => fakeOpencode({ baseUrl: 'http://held.test' })).toThrow('no other running test holds')
    await held.close()
    await fakeOpencode({ baseUrl: 'http://held.test' }).close()
  })

  let opened
  afterEach(async () => {
    // A hook of the file, which Jest runs after that of the setup.
    if (opened) expect((await fetch('http://localhost:4096/session')).status).toBe(200)
    opened = undefined
  })
  test('a fake is still open in the afterEach of the file', () => {
    opened = fakeOpencode()
  })

  describe('a fake of beforeAll', () => {
    let shared
    beforeAll(() => {
      shared = fakeOpencode({ baseUrl: 'http://shared.test', reply: 'Hello there.' })
    })
    for (const number of [1, 2]) {
      test(`is open in test ${number}`, async () => {
        expect(await runPrompt(shared.url, 'Say hello')).toHaveText('Hello there.')
      })
    }
  })
}
