import * as matchers from 'opencode-testing/matchers'
import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'

// There is no setup entry here.

test('uses a matcher that is not there', () => {
  expect(fakeOpencode()).toHaveSentPrompt('Go')
})

test('uses one that is not there under .not', () => {
  expect(fakeOpencode()).not.toHaveSentPrompt('Go')
})

test('extends expect by hand, after a fake was opened', () => {
  const opencode = fakeOpencode({ baseUrl: 'http://by-hand.test' })
  expect.extend(matchers)
  expect(opencode).not.toHaveSentPrompt('Go')
})

test('opens another fake afterwards', () => {
  expect(fakeOpencode({ baseUrl: 'http://afterwards.test' })).not.toHaveSentPrompt('Go')
})
