import { toolCall, type ToolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { argumentsText } from '../../src/model/tool-call.ts'
import { refusalOf, untyped } from '../opencode/bad-option.ts'

test.for([1, 2])('counts ids from 1 in each test, this one being number %i', () => {
  expect([toolCall('a').id, toolCall('b').id]).toEqual(['call_000000000001', 'call_000000000002'])
})

test('counts in hex', () => {
  const ids = Array.from({ length: 26 }, () => toolCall('a').id)
  expect(ids.at(-1)).toBe('call_00000000001a')
})

test('has no arguments and no result unless told', () => {
  expect(toolCall('bash')).toEqual({ id: 'call_000000000001', name: 'bash', args: {} })
  const outcome = { output: 'README.md', title: 'ls', metadata: { exit: 0 } }
  expect(toolCall('bash', { command: 'ls' }, outcome)).toMatchObject({ args: { command: 'ls' }, result: outcome })
  expect(toolCall('bash', {}, new Error('no shell')).result).toEqual(new Error('no shell'))
})

test('sends arguments as JSON, and a string verbatim', () => {
  expect(argumentsText(toolCall('a', { city: 'Paris', days: [1, 2] }))).toBe('{"city":"Paris","days":[1,2]}')
  expect(argumentsText(toolCall('a', '{"files":[{"path":"a"'))).toBe('{"files":[{"path":"a"')
})

const circle: Record<string, unknown> = {}
circle['self'] = circle

test.for<[path: string, make: () => ToolCall]>([
  ['toolCall().name', () => toolCall('')],
  ['toolCall().name', () => toolCall(untyped(5))],
  ['toolCall().name', () => toolCall(untyped(undefined))],
  ['toolCall().args', () => toolCall('a', untyped(5))],
  ['toolCall().args', () => toolCall('a', untyped(['x']))],
  ['toolCall().args', () => toolCall('a', untyped(null))],
  ['toolCall().args', () => toolCall('a', circle)],
  ['toolCall().args', () => toolCall('a', { big: 1n })],
  ['toolCall().result', () => toolCall('a', {}, untyped(5))],
  ['toolCall().result.output', () => toolCall('a', {}, untyped({ output: 5 }))],
  ['toolCall().result.title', () => toolCall('a', {}, untyped({ title: 5 }))],
  ['toolCall().result.metadata', () => toolCall('a', {}, untyped({ metadata: 'x' }))],
  ['toolCall().result.text', () => toolCall('a', {}, untyped({ text: 'x' }))],
])('names %s where it cannot be right', ([path, make]) => {
  expect(refusalOf(make).path).toBe(path)
})
