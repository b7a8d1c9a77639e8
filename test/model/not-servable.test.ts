import { inspect } from 'node:util'
import { MessageChannel } from 'node:worker_threads'
import { FakeModel, NotServableError, reply, ScriptedModel } from 'opencode-testing'
import { startOpencode } from 'opencode-testing/server'
import { expect, type Mock, test, vi } from 'vitest'

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

test.each(models.flatMap((model) => ways.map((way) => [model.name, way.way, model, way] as const)))(
  'a %s that leaves the process by %s throws NotServableError',
  (name, _way, { make }, { leave }) => {
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
  const start = async (): Promise<unknown> => Reflect.apply(startOpencode, undefined, [{ deepseek: make() }])
  await expect(start()).rejects.toThrow(NotServableError)
})

test('a model can still be looked at', () => {
  const model = new FakeModel(['Hi'])
  expect({ model }).toEqual({ model })
  expect({ model }).not.toEqual({ model: 1 })
  expect(inspect(model)).toContain('FakeModel')
})

test.each<[name: string, check: (model: FakeModel) => void]>([
  ['toBe', (model) => expect(model).toBe(5)],
  ['toEqual', (model) => expect({ model }).toEqual({ model: { name: 'other' } })],
  ['toMatchObject', (model) => expect({ model }).toMatchObject({ model: { name: 'other' } })],
  ['toHaveBeenCalledWith', (model) => expect(calledWith(model)).toHaveBeenCalledWith('other')],
])('a failing %s prints a model, and does not take that for a way out of the process', (_name, check) => {
  let failure: unknown
  try {
    check(new FakeModel(['Hi']))
  } catch (error) {
    failure = error
  }
  expect(failure).toMatchObject({ name: 'AssertionError' })
})

const calledWith = (model: FakeModel): Mock => {
  const mock = vi.fn()
  mock(model)
  return mock
}
