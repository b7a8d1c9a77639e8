import { FakeHuman } from 'opencode-testing'
import { test } from 'opencode-testing/vitest'
import { describe, expect } from 'vitest'

test('the human fixture has no answers', ({ human }) => {
  expect(human).toBeInstanceOf(FakeHuman)
  expect(human.remaining).toBe(0)
})

describe('with humanAnswers', () => {
  const answering = test.extend({ humanAnswers: ['yes', 3] })

  answering('the human fixture answers with them', async ({ human }) => {
    expect(await human.ask('Sure?', Boolean)).toBe(true)
    expect(await human.ask('How many?', Number)).toBe(3)
    expect(human).toHaveAsked('Sure?')
  })

  answering('each test has a human of its own', ({ human }) => {
    expect(human.questions).toEqual([])
    expect(human.remaining).toBe(2)
  })
})
