import { expect, test } from 'vitest'
import { firstAbort } from '../../src/model/first-abort.ts'

test('aborts with the reason of the signal that aborts first', () => {
  const [one, two] = [new AbortController(), new AbortController()]
  const signal = firstAbort(one.signal, two.signal)
  expect(signal.aborted).toBe(false)
  two.abort('two')
  one.abort('one')
  expect(signal.reason).toBe('two')
})

test('is aborted from the start where a signal is', () => {
  expect(firstAbort(new AbortController().signal, AbortSignal.abort('late')).reason).toBe('late')
})
