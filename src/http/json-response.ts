import type { FakeResponse } from './fake-handler.ts'

/** A JSON answer. Default status 200. */
export const jsonResponse = (
  value: unknown,
  { status = 200, headers }: Omit<FakeResponse, 'body'> = {},
): FakeResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})
