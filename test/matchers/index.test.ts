import { expect as standalone } from 'expect'
import { expect, test } from 'vitest'

test('a namespace of the matchers can be handed to expect.extend as it is', async () => {
  const matchers = await import('opencode-testing/matchers')
  // Jest and standalone expect throw for an export that is no function, Vitest would install it.
  standalone.extend(matchers)
  expect.extend(matchers)
  const kinds = Object.entries(matchers).map(([name, matcher]) => [name, typeof matcher])
  expect(kinds).toEqual(Object.keys(matchers).map((name) => [name, 'function']))
  expect(kinds).toContainEqual(['toHaveOutcome', 'function'])
})
