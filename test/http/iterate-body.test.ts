import { expect, test } from 'vitest'
import { iterateBody } from '../../src/http/iterate-body.ts'
import { LiveBody } from '../../src/http/live-body.ts'

test('reads an async iterable to its end', async () => {
  const reader = iterateBody(
    (async function* () {
      yield 'a'
      yield 'b'
    })(),
  )
  expect(await reader.next()).toEqual({ done: false, value: 'a' })
  expect(await reader.next()).toEqual({ done: false, value: 'b' })
  expect(await reader.next()).toEqual({ done: true, value: undefined })
})

test('reads a plain iterable', async () => {
  const reader = iterateBody(['a'])
  expect(await reader.next()).toEqual({ done: false, value: 'a' })
  expect(await reader.next()).toEqual({ done: true, value: undefined })
})

test('runs the finally block of a generator that is released between two chunks', async () => {
  let released = false
  const reader = iterateBody(
    (async function* () {
      try {
        yield 'a'
        yield 'b'
      } finally {
        released = true
      }
    })(),
  )
  await reader.next()
  reader.release()
  expect(await reader.next()).toEqual({ done: true, value: undefined })
  expect(released).toBe(true)
})

test('cancels a web stream that is idle while a read waits', async () => {
  const cancelled: unknown[] = []
  const reader = iterateBody(new ReadableStream<string>({ cancel: (reason) => void cancelled.push(reason) }))
  const pending = reader.next()
  reader.release('client left')
  expect(await pending).toEqual({ done: true, value: undefined })
  expect(cancelled).toEqual(['client left'])
})

test('releases a live body that is idle while a read waits', async () => {
  let cancels = 0
  const reader = iterateBody(new LiveBody({ onCancel: () => (cancels += 1) }))
  const pending = reader.next()
  reader.release()
  expect(await pending).toEqual({ done: true, value: undefined })
  expect(cancels).toBe(1)
})

test('leaves no unhandled rejection when the producer fails while it is dismissed', async () => {
  const unhandled: unknown[] = []
  const listener = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', listener)
  const stream = iterateBody(
    new ReadableStream<string>({
      cancel() {
        throw new Error('cannot cancel')
      },
    }),
  )
  const generator = iterateBody({
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: 'a' }),
      return: async () => {
        throw new Error('cannot return')
      },
    }),
  })
  stream.release()
  generator.release()
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  process.off('unhandledRejection', listener)
  expect(unhandled).toEqual([])
})
