import { expect, test } from 'vitest'
import { fetch as undiciFetch, FormData as UndiciFormData } from 'undici'
import { boundaryOf, encodeFormData, isFormData } from '../../src/network/encode-form-data.ts'
import { openFake, useNetwork } from './open-fake.ts'
import { readIncoming, realServer } from './real-server.ts'

useNetwork()

const fill = <F extends FormData | UndiciFormData>(form: F): F => {
  form.append('plain', 'a')
  form.append('line\r\n"name"', 'one\ntwo\r\nthree')
  form.append('file', new File([new Uint8Array([0, 255, 10])], 'fi"le.bin', { type: 'application/x-test' }))
  form.append('blob', new Blob(['untyped']))
  return form
}

/** What Node's own fetch sends to a real server, with no mock between them: the oracle. */
async function sentByNode(form: FormData): Promise<{ contentType: string; bytes: Buffer }> {
  let sent: { contentType: string; bytes: Buffer } = { contentType: '', bytes: Buffer.alloc(0) }
  const origin = await realServer((request, response) => {
    void readIncoming(request).then((bytes) => {
      sent = { contentType: String(request.headers['content-type']), bytes }
      response.end()
      return undefined
    })
  })
  const { Agent } = await import('undici')
  const init = { method: 'POST', body: form, dispatcher: new Agent() }
  await fetch(origin, init)
  return sent
}

test('encodes a form as Node’s own fetch does', async () => {
  const form = fill(new FormData())
  const { contentType, bytes } = await sentByNode(form)
  const boundary = boundaryOf(contentType) ?? 'no boundary'
  expect(Buffer.from(await encodeFormData(form, boundary)).toString('latin1')).toBe(bytes.toString('latin1'))
})

test('a fake receives the form of the built-in fetch with the boundary of its header', async () => {
  const received: { contentType: string | undefined; form: FormData }[] = []
  openFake(async ({ headers, body }) => {
    const contentType = headers['content-type']
    // Read back by Node's own parser.
    const form = await new Response(Buffer.from(body), { headers: { 'content-type': contentType ?? '' } }).formData()
    received.push({ contentType, form })
    expect(headers['content-length']).toBe(String(body.byteLength))
    return {}
  })
  await fetch('http://fake.test/', { method: 'POST', body: fill(new FormData()) })
  await undiciFetch('http://fake.test/', { method: 'POST', body: fill(new UndiciFormData()) })
  expect(received).toHaveLength(2)
  for (const { form } of received) {
    expect(form.get('plain')).toBe('a')
    const file = form.get('file')
    expect(file instanceof File && [file.name, file.type, file.size]).toEqual(['fi"le.bin', 'application/x-test', 3])
  }
})

test('a real server on this machine receives a form unharmed', async () => {
  const origin = await realServer((request, response) => {
    void readIncoming(request).then(async (bytes) => {
      const headers = { 'content-type': String(request.headers['content-type']) }
      const form = await new Response(Buffer.from(bytes), { headers }).formData()
      response.end(`${request.headers['content-length']} ${bytes.length} ${JSON.stringify(form.get('plain'))}`)
      return undefined
    })
  })
  const response = await fetch(origin, { method: 'POST', body: fill(new FormData()) })
  const [declared, received, plain] = (await response.text()).split(' ')
  expect(plain).toBe('"a"')
  expect(declared).toBe(received)
})

test('finds the boundary, quoted or not', () => {
  expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc')
  expect(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b')
  expect(boundaryOf('application/json')).toBeUndefined()
  expect(boundaryOf(undefined)).toBeUndefined()
})

test('knows a FormData of any class', () => {
  expect(isFormData(new FormData())).toBe(true)
  expect(isFormData(new UndiciFormData())).toBe(true)
  expect(isFormData(new URLSearchParams())).toBe(false)
  expect(isFormData('FormData')).toBe(false)
  expect(isFormData(null)).toBe(false)
})
