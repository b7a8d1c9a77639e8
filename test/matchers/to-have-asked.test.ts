import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { readCapture } from '../fixtures/read-capture.ts'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

const human = { questions: ['Which color?', 'Which size do you want?'] }

test('toHaveAsked takes a string as a part, and a RegExp', () => {
  expect(human).toHaveAsked('Which color?')
  expect(human).toHaveAsked('size')
  expect(human).toHaveAsked(/want\?$/)
  expect(human).toHaveAsked(expect.stringContaining('size'))
  expect(human).not.toHaveAsked('shape')
  expect({ questions: [] }).not.toHaveAsked('')
})

test('toHaveAsked reads the questions in events', () => {
  expect(readCapture('12a-question-reply').sse).toHaveAsked('Which color?')
  expect(readCapture('12a-question-reply').sse).not.toHaveAsked('size')
  expect(readCapture('01-plain-text').sse).not.toHaveAsked(/./)
})

test('toHaveAsked reads the questions of the preview API and the forms of 2.x', () => {
  const preview = { type: 'question.v2.asked', data: { sessionID: 'ses_1', questions: [{ question: 'Which color?' }] } }
  const form = { type: 'form.created', data: { form: { id: 'frm_1', sessionID: 'ses_1', title: 'Which size?' } } }
  expect([preview, form]).toHaveAsked('color')
  expect([preview, form]).toHaveAsked('size')
})

test('toHaveAsked shows what was asked, and the nearest question', () => {
  expect(failureOf(() => expect(human).toHaveAsked('Which colour?')).message).toMatchInlineSnapshot(`
    "expect(received).toHaveAsked(expected)

    Expected question: "Which colour?"
    Questions asked:   2

    Asked:
    - "Which color?"
    - "Which size do you want?"

    The nearest differs in:

    - Expected
    + Received

    - Which colour?
    + Which color?"
  `)
})

test('not.toHaveAsked lists what matches', () => {
  expect(failureOf(() => expect(human).not.toHaveAsked('color')).message).toMatchInlineSnapshot(`
    "expect(received).not.toHaveAsked(expected)

    Expected question: not "color"
    Questions asked:   2

    Matching:
    - "Which color?""
  `)
})

test('toHaveAsked throws for what is no text, also under .not', () => {
  // @ts-expect-error the types do not let it through either
  expect(() => expect(human).not.toHaveAsked(5)).toThrow(/^toHaveAsked expected: expected a string, a RegExp/)
})
