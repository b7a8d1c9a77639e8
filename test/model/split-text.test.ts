import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitText } from '../../src/model/split-text.ts'

// The expected deltas of the first three are those of captures/1.18.33/07, 09e and 10e, whose model server split in 3.
test.for<[text: string, chunks: number, deltas: string[]]>([
  ['one two three four five six', 3, ['one two ', 'three four ', 'five six']],
  ['after 429', 3, ['after ', '429']],
  ['final', 3, ['final']],
  ['one two three four five six', 6, ['one ', 'two ', 'three ', 'four ', 'five ', 'six']],
  ['one two three four five six', 1, ['one two three four five six']],
  ['one two three four five', 4, ['one two ', 'three four ', 'five']],
  ['', 3, []],
  ['   ', 3, ['   ']],
  ['  a b', 2, ['  a ', 'b']],
  ['a\n\n\tb  ', 2, ['a\n\n\t', 'b  ']],
  ['你好世界', 2, ['你好', '世界']],
  ['naïve café', 2, ['naïve ', 'café']],
])('splits %j in %i as %j', ([text, chunks, deltas]) => {
  expect(splitText(text, chunks)).toEqual(deltas)
})

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(' ', '\n', '\u3000', 'a', '漢', 'か', 'カ', '👩‍👧', '\uD800', '\u0301') }),
)

test('joins to the text again, in at most as many deltas as asked for, none of them empty', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 20 }), (text, chunks) => {
      const deltas = splitText(text, chunks)
      expect(deltas.join('')).toBe(text)
      expect(deltas.length).toBeLessThanOrEqual(chunks)
      expect(deltas).not.toContain('')
    }),
  )
})

test('never splits a word of a script that is written with spaces', () => {
  const words = fc.array(fc.stringMatching(/^[a-zé.,!]{1,8}$/), { minLength: 1 })
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 20 }), (list, chunks) => {
      const deltas = splitText(list.join(' '), chunks)
      expect(deltas.flatMap((delta) => delta.trim().split(' '))).toEqual(list)
    }),
  )
})
