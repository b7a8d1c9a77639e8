import { expect, test } from 'vitest'
import { LiveBody } from '../../src/http/live-body.ts'
import type { BodyChunk } from '../../src/http/fake-handler.ts'

const collect = async (body: AsyncIterable<BodyChunk>): Promise<BodyChunk[]> => {
  const chunks: BodyChunk[] = []
  for await (const chunk of body) chunks.push(chunk)
  return chunks
}

test('delivers chunks that were pushed before anyone read', async () => {
  const body = new LiveBody()
  body.push('a')
  body.push(new Uint8Array([1]))
  body.end()
  expect(await collect(body)).toEqual(['a', new Uint8Array([1])])
})

test('delivers an empty chunk as a chunk', async () => {
  const body = new LiveBody()
  body.push('')
  body.push('b')
  body.end()
  expect(await collect(body)).toEqual(['', 'b'])
})

test('hands a pushed chunk to a reader that waits', async () => {
  const body = new LiveBody()
  const iterator = body[Symbol.asyncIterator]()
  const waiting = iterator.next()
  body.push('late')
  expect(await waiting).toEqual({ done: false, value: 'late' })
})

test('answers several waiting reads in the order they were asked', async () => {
  const body = new LiveBody()
  const iterator = body[Symbol.asyncIterator]()
  const reads = [iterator.next(), iterator.next(), iterator.next()]
  body.push('first')
  body.push('second')
  body.end()
  expect((await Promise.all(reads)).map(({ value }) => value)).toEqual(['first', 'second', undefined])
})

test('delivers what was pushed before it reports the failure, once', async () => {
  const body = new LiveBody()
  body.push('kept')
  body.fail(new Error('cut'))
  const iterator = body[Symbol.asyncIterator]()
  expect(await iterator.next()).toEqual({ done: false, value: 'kept' })
  await expect(iterator.next()).rejects.toThrow('cut')
  expect(await iterator.next()).toEqual({ done: true, value: undefined })
})

test('rejects a read that waits when the body fails', async () => {
  const body = new LiveBody()
  const iterator = body[Symbol.asyncIterator]()
  const [first, second] = [iterator.next(), iterator.next()]
  body.fail(new Error('cut'))
  await expect(first).rejects.toThrow('cut')
  expect(await second).toEqual({ done: true, value: undefined })
})

test('settles return() and the pending read when the consumer leaves an idle stream', async () => {
  let cancels = 0
  const body = new LiveBody({ onCancel: () => (cancels += 1) })
  const iterator = body[Symbol.asyncIterator]()
  const pending = iterator.next()
  expect(await iterator.return?.()).toEqual({ done: true, value: undefined })
  expect(await pending).toEqual({ done: true, value: undefined })
  expect(cancels).toBe(1)
  expect(body.closed).toBe(true)
})

test('reports a consumer that leaves once, however often it says so', async () => {
  let cancels = 0
  const body = new LiveBody({ onCancel: () => (cancels += 1) })
  const iterator = body[Symbol.asyncIterator]()
  await iterator.return?.()
  await iterator.return?.()
  expect(cancels).toBe(1)
})

test('reports a consumer that breaks out of its loop before the end', async () => {
  let cancels = 0
  const body = new LiveBody({ onCancel: () => (cancels += 1) })
  body.push('a')
  body.push('b')
  body.end()
  for await (const chunk of body) {
    expect(chunk).toBe('a')
    break
  }
  expect(cancels).toBe(1)
})

test('does not report a consumer that read to the end', async () => {
  let cancels = 0
  const body = new LiveBody({ onCancel: () => (cancels += 1) })
  body.push('a')
  body.end()
  await collect(body)
  await body[Symbol.asyncIterator]().return?.()
  expect(cancels).toBe(0)
})

test('does not report a consumer that got the failure', async () => {
  let cancels = 0
  const body = new LiveBody({ onCancel: () => (cancels += 1) })
  body.fail(new Error('cut'))
  await expect(collect(body)).rejects.toThrow('cut')
  await body[Symbol.asyncIterator]().return?.()
  expect(cancels).toBe(0)
})

test('takes nothing once it is closed', async () => {
  const body = new LiveBody()
  expect(body.closed).toBe(false)
  body.push('a')
  body.end()
  expect(body.closed).toBe(true)
  body.push('b')
  body.fail(new Error('too late'))
  expect(await collect(body)).toEqual(['a'])
})

test('takes nothing once its consumer has left', async () => {
  const body = new LiveBody()
  await body[Symbol.asyncIterator]().return?.()
  body.push('nobody reads this')
  body.fail(new Error('nobody hears this'))
  expect(await collect(body)).toEqual([])
})
