import type { FakeResponse } from '../http/fake-handler.ts'

/** One header or trailer line. */
export type HeaderLine = readonly [name: string, value: string]

/** Headers or trailers as lines: a list gives one each, as `set-cookie` needs; `undefined` gives none. */
export function headerLines(headers: FakeResponse['headers']): HeaderLine[] {
  return Object.entries(headers ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((item): HeaderLine => [name, item]),
  )
}
