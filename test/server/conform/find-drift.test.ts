import { expect, test } from 'vitest'
import type { Recording } from '../../../src/server/conform/conform-client.ts'
import { findDrift } from '../../../src/server/conform/find-drift.ts'
import { printReport } from '../../../src/server/conform/print-report.ts'
import { randomScript, seededChoice } from '../../../src/server/conform/random-script.ts'
import { tell } from '../../../src/server/conform/tell-apart.ts'

const sessionID = 'ses_dd1f61f22ffe00000000000001'
const event = (type: string, props: object = {}): Recording['events'][number] => ({
  type,
  props: { sessionID, ...props },
  sessionID,
})
const busy = event('session.status', { status: { type: 'busy' } })
const idle = event('session.idle')
const told = (...events: Recording['events']): ReturnType<typeof tell> => tell({ events, answers: [] })

const running = (output: string): Recording['events'][number] =>
  event('message.part.updated', {
    part: { id: 'prt_1', type: 'tool', tool: 'bash', callID: 'c', state: { status: 'running', metadata: { output } } },
  })

test('finds nothing where two servers tell the same but for ids and times', () => {
  const one = event('message.updated', {
    info: { id: 'msg_22e08fa5300200000000000006', role: 'user', time: { created: 1 } },
  })
  const other = event('message.updated', {
    info: { id: 'msg_33e08fa5300200000000000007', role: 'user', time: { created: 9 } },
  })
  expect(findDrift('x', told(one, idle), told(other, idle))).toEqual([])
})

test('finds an event that this package does not know', () => {
  expect(findDrift('x', told(event('session.teleported')), told())).toContainEqual({
    script: 'x',
    kind: 'unknown event',
    detail: 'session.teleported',
  })
})

test('finds where the order breaks, and what each side tells there', () => {
  expect(findDrift('x', told(busy, idle), told(busy, busy, idle))).toEqual([
    {
      script: 'x',
      kind: 'order',
      detail: 'behind session.status busy (number 2): the server tells session.idle, the fake session.status busy',
    },
  ])
})

test('finds a field that is new, one that is gone, and a value that differs', () => {
  const real = event('message.updated', { info: { role: 'assistant', cost: 1, mood: 'good' } })
  const fake = event('message.updated', { info: { role: 'assistant', cost: 2, path: 'x' } })
  const at = 'message.updated assistant properties.info'
  expect(findDrift('x', told(real), told(fake)).map(({ kind, detail }) => [kind, detail])).toEqual([
    ['value', `${at}.cost: the server says 1, the fake 2`],
    ['field', `${at}.mood: new, "good"`],
    ['field', `${at}.path: the server has it no more`],
  ])
})

const answer = (status: number): ReturnType<typeof tell> =>
  tell({ events: [], answers: [{ request: 'GET /session', status, body: [] }] })

test('finds an answer that differs', () => {
  expect(findDrift('x', answer(200), answer(404))).toEqual([
    { script: 'x', kind: 'answer', detail: 'GET /session status: the server says 200, the fake 404' },
  ])
})

test('sets aside how often a running call is told, and what it has shown so far', () => {
  expect(findDrift('x', told(running(''), running('a'), idle), told(running('b'), idle))).toEqual([])
})

test('prints each difference once, with the scripts it came in', () => {
  const drift = { kind: 'field', detail: 'message.updated properties.mood: new, "good"' } as const
  const drifts = ['plain', 'tools', 'plain'].map((script) => Object.assign({ script }, drift))
  expect(printReport('1.19.0', 3, drifts)).toBe(`opencode 1.19.0: 3 scripts, 1 differences

what          | script | difference
field         | plain and 1 more | message.updated properties.mood: new, "good"
`)
  expect(printReport('1.18.33', 3, [])).toBe('opencode 1.18.33: 3 scripts, no difference\n')
})

const names = (seed: number): string => {
  const choose = seededChoice(seed)
  const turns = Array.from({ length: 10 }, (_, index) => randomScript(`${index}`, choose).turns)
  return JSON.stringify(turns).replaceAll(/call_\w+/g, 'call')
}

test('makes the same random scripts of the same seed, and others of another', () => {
  expect(names(1)).toBe(names(1))
  expect(names(1)).not.toBe(names(2))
})
