import { call, raw, reasoning, reply, runTypescript, turn } from 'opencode-testing'
import { expect, test } from 'vitest'

test('builds blocks, turns and steps as plain values', () => {
  expect(reasoning('Hm')).toEqual({ type: 'reasoning', text: 'Hm' })
  expect(raw({ content: 'Hi' })).toEqual({ type: 'raw', block: { content: 'Hi' } })
  expect(turn({ text: 'Hi', repeat: 2 })).toEqual({ text: 'Hi', repeat: 2 })
  expect(reply('Hi')).toEqual({ text: 'Hi' })
  expect(call('bash', { command: 'ls' })).toEqual({ id: 'call_000000000001', name: 'bash', args: { command: 'ls' } })
  expect(call('bash')).toMatchObject({ id: 'call_000000000002', args: {} })
  expect(runTypescript('return 1')).toMatchObject({ name: 'run_typescript', args: { code: 'return 1' } })
})

test('copies the fields of a turn', () => {
  const fields = { text: 'before' }
  const made = turn(fields)
  fields.text = 'after'
  expect(made.text).toBe('before')
})
