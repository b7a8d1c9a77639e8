import { configure, InvalidOptionError } from 'opencode-testing'
import { afterEach, expect, test } from 'vitest'
import { isStrict, resetConfiguration } from '../../src/model/configure.ts'

afterEach(resetConfiguration)

test('configure sets strictness, and what it returns puts back what was there before', () => {
  expect(isStrict()).toBe(false)
  const undo = configure({ strict: true })
  expect(isStrict()).toBe(true)
  configure({})
  expect(isStrict()).toBe(true)
  undo()
  expect(isStrict()).toBe(false)
})

test.each([
  [undefined, 'configure(options): expected an object, received undefined'],
  [{ stict: true }, 'configure(options).stict: expected one of strict'],
  [{ strict: 'yes' }, 'configure(options).strict: expected true or false, received "yes"'],
])('configure(%j) throws', (options, message) => {
  // @ts-expect-error the types do not let it through either
  const call = (): unknown => configure(options)
  expect(call).toThrow(InvalidOptionError)
  expect(call).toThrow(message)
})
