import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { FormData as UndiciFormData, request } from 'undici'
import { openFake, useNetwork } from './open-fake.ts'

useNetwork()

/** The body a fake receives, as text, with its content-type. */
async function received(body: unknown): Promise<unknown> {
  let seen: unknown
  openFake((incoming) => {
    seen = { text: incoming.text(), contentType: incoming.headers['content-type'] }
    return {}
  })
  // undici takes more kinds than its types say.
  const options = Object.assign({ method: 'POST' } as const, { body })
  await Reflect.apply(request, undefined, ['http://fake.test/', options])
  return seen
}

test('receives a text body', async () => {
  expect(await received('é')).toEqual({ text: 'é', contentType: undefined })
})

test('receives bytes, also a view into a larger buffer', async () => {
  const view = new Uint8Array(new TextEncoder().encode('(inside)').buffer, 1, 6)
  expect(await received(Buffer.from('buffer'))).toMatchObject({ text: 'buffer' })
  expect(await received(view)).toMatchObject({ text: 'inside' })
  expect(await received(new TextEncoder().encode('array buffer').buffer)).toMatchObject({
    text: 'array buffer',
  })
})

test('receives a Blob with its type', async () => {
  expect(await received(new Blob(['blob'], { type: 'text/x-blob' }))).toEqual({
    text: 'blob',
    contentType: 'text/x-blob',
  })
})

test('receives a Node stream', async () => {
  expect(await received(Readable.from(['no', 'de']))).toMatchObject({ text: 'node' })
})

test('receives a web stream', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue('web')
      controller.close()
    },
  })
  expect(await received(body)).toMatchObject({ text: 'web' })
})

test('receives an iterable and an async iterable', async () => {
  const generator = (async function* () {
    yield 'a'
    yield Buffer.from('b')
  })()
  expect(await received(['x', 'y'])).toMatchObject({ text: 'xy' })
  expect(await received(generator)).toMatchObject({ text: 'ab' })
})

test("receives undici's FormData as multipart", async () => {
  const form = new UndiciFormData()
  form.append('a', '1')
  const boundary = '----formdata-opencode-testing'
  expect(await received(form)).toEqual({
    text: `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--${boundary}--\r\n`,
    contentType: `multipart/form-data; boundary=${boundary}`,
  })
})
