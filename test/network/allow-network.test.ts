import { expect, test } from 'vitest'
import { InvalidOptionError } from '../../src/errors.ts'
import { allowNetwork, networkAllowance } from '../../src/network/allow-network.ts'
import { useNetwork } from './open-fake.ts'

useNetwork()

const allowance = (url: string): string | undefined => networkAllowance(new URL(url))

test('a host without a port is allowed on every port', () => {
  const undo = allowNetwork('API.example.com')
  expect(allowance('https://api.example.com/v1')).toBe('any port')
  expect(allowance('http://api.example.com:8080')).toBe('any port')
  expect(allowance('https://example.com')).toBeUndefined()
  expect(allowance('https://evil.api.example.com')).toBeUndefined()
  undo()
  expect(allowance('https://api.example.com/v1')).toBeUndefined()
})

test('a host with a port is allowed on that port, the default ports included', () => {
  allowNetwork('api.example.com:443')
  allowNetwork('127.0.0.1:4096')
  allowNetwork('[::1]:4096')
  expect(allowance('https://api.example.com')).toBe('named')
  expect(allowance('http://api.example.com')).toBeUndefined()
  expect(allowance('http://127.0.0.1:4096')).toBe('named')
  expect(allowance('http://[::1]:4096')).toBe('named')
  expect(allowance('http://[::1]:4097')).toBeUndefined()
})

test('each undo takes back its own call', () => {
  const first = allowNetwork('api.example.com')
  const second = allowNetwork('api.example.com')
  first()
  first()
  expect(allowance('https://api.example.com')).toBe('any port')
  second()
  expect(allowance('https://api.example.com')).toBeUndefined()
})

test.for([
  '',
  'https://api.example.com',
  'api.example.com/v1',
  'api.example.com?a',
  'user@api.example.com',
  '*.example.com',
  'two words',
  'api.example.com:',
  'api.example.com:99999',
  '::1',
  undefined,
  7,
])('refuses %j', (host) => {
  // What a caller in plain JavaScript may pass.
  const call = (): unknown => Reflect.apply(allowNetwork, undefined, [host])
  expect(call).toThrow(InvalidOptionError)
  expect(call).toThrow(
    /^host: expected a host with or without a port, such as api\.example\.com or localhost:4096, received/u,
  )
})
