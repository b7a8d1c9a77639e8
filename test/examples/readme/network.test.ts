import { allowNetwork, fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'

test('refuses what would leave this machine', async () => {
  const failure: unknown = await fetch('https://api.example.com/v1/labels').catch((error: unknown) => error)
  expect(failure).toMatchObject({
    cause: {
      name: 'NetworkRefusedError',
      message:
        "GET https://api.example.com/v1/labels was refused: no fake and no interceptor answers it, and tests reach only this machine. Let the real host through with allowNetwork('api.example.com').",
    },
  })
})

test('refuses the default port of opencode while no fake is open', async () => {
  const opencode = fakeOpencode()
  await opencode.close()
  const failure: unknown = await fetch('http://localhost:4096/session').catch((error: unknown) => error)
  expect(failure).toMatchObject({
    cause: {
      message:
        "GET http://localhost:4096/session was refused: no fakeOpencode is open here; it was closed. Open one with fakeOpencode(), or let the real host through with allowNetwork('localhost:4096').",
    },
  })
})

test('takes an allowance back', () => {
  const refuse = allowNetwork('api.example.com')
  refuse()
  expect(refuse).not.toThrow()
})
