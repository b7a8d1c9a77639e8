import { expect, test } from 'vitest'
import { jestGlobals } from '../../src/fakes/jest-globals.ts'

const hook = (): void => undefined
const globals = {
  afterAll: hook,
  afterEach: hook,
  beforeEach: hook,
  expect: { extend: hook, addSnapshotSerializer: hook, getState: () => ({}) },
}

test('the globals of Jest are given as they are', () => {
  expect(jestGlobals(globals)).toEqual(globals)
})

test('where Jest has none yet, it is said where the entry belongs', () => {
  const explained = expect.stringContaining("{ setupFilesAfterEnv: ['opencode-testing/jest'] }")
  expect(() => jestGlobals({})).toThrow(expect.objectContaining({ message: explained }))
  expect(() => jestGlobals({ ...globals, expect: undefined })).toThrow(expect.objectContaining({ message: explained }))
})
