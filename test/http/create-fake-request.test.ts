import { expect, test } from 'vitest'
import { createFakeRequest } from '../../src/http/create-fake-request.ts'

const request = (body: string, headers: Record<string, string> = {}) =>
  createFakeRequest({
    method: 'POST',
    url: new URL('http://localhost:4096/session?a=1'),
    headers,
    body: new TextEncoder().encode(body),
    signal: new AbortController().signal,
  })

test('decodes its body as UTF-8 text and as JSON', () => {
  const sent = request('{"a":"é"}')
  expect(sent.text()).toBe('{"a":"é"}')
  expect(sent.json()).toEqual({ a: 'é' })
})

test('throws a SyntaxError when the body is no JSON', () => {
  expect(() => request('{').json()).toThrow(SyntaxError)
})

test('lower-cases header names and adds the host', () => {
  expect(request('', { 'X-Name': 'a' }).headers).toEqual({ 'x-name': 'a', host: 'localhost:4096' })
})

test('keeps the host header the client sent', () => {
  expect(request('', { Host: 'other' }).headers['host']).toBe('other')
})
