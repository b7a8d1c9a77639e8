import { fakeDeepSeek, fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'

test('fakeOpencode says of a list of turns which fake takes one', () => {
  // @ts-expect-error the types do not let it through either
  expect(() => fakeOpencode(['Hello.'])).toThrow(
    'fakeOpencode(options): expected an object such as { script: […] }: a list of turns alone is what fakeDeepSeek takes, received ["Hello."]',
  )
})

test('fakeDeepSeek says of a script in options which fake takes one', () => {
  // @ts-expect-error the types do not let it through either
  expect(() => fakeDeepSeek({ script: ['Hello.'] })).toThrow(
    'turns: expected a list of Replies, as in fakeDeepSeek([…]): { script } is an option of fakeOpencode, received {"script":["Hello."]}',
  )
})
