import { MessageChannel } from 'node:worker_threads'
import { FakeModel, NotServableError, reply, ScriptedModel } from 'opencode-testing'
import { startOpencode } from 'opencode-testing/server'
import { expect, test } from 'vitest'

const models = [
  { name: 'FakeModel', make: () => new FakeModel(['Hi']) },
  { name: 'ScriptedModel', make: () => new ScriptedModel([reply('Hi')]) },
]

const ways: readonly { readonly way: string; readonly leave: (model: object) => unknown }[] = [
  { way: 'JSON.stringify', leave: (model) => JSON.stringify({ model }) },
  { way: 'structuredClone', leave: (model) => structuredClone([model]) },
  {
    way: 'postMessage',
    leave: (model) => {
      const { port1 } = new MessageChannel()
      try {
        port1.postMessage({ model })
      } finally {
        port1.close()
      }
    },
  },
]

test.each(models.flatMap((model) => ways.map((way) => ({ ...model, ...way }))))(
  'a $name that leaves the process by $way throws NotServableError',
  ({ name, make, leave }) => {
    let error: unknown
    try {
      leave(make())
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(NotServableError)
    expect(error).toMatchObject({
      name: 'NotServableError',
      code: 'OPENCODE_TESTING_NOT_SERVABLE',
      model: name,
      message: expect.stringContaining('fakeDeepSeek([…])'),
    })
  },
)

test.each(models)('startOpencode with a $name rejects with NotServableError', async ({ make }) => {
  const loose: (options: { deepseek: unknown }) => Promise<unknown> = (options) =>
    Promise.resolve().then(() => Reflect.apply(startOpencode, undefined, [options]))
  await expect(loose({ deepseek: make() })).rejects.toThrow(NotServableError)
})

test('a model can still be looked at', () => {
  const model = new FakeModel(['Hi'])
  expect(Object.keys(model)).toEqual(['notServable'])
  expect({ model }).toEqual({ model })
  expect(String(model)).toBe('[object Object]')
})
