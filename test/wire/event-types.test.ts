import { expect, test } from 'vitest'
import { isKnownEventType } from '../../src/wire/is-known-event-type.ts'
import { isPartDelta } from '../../src/wire/is-part-delta.ts'
import { isPartUpdated } from '../../src/wire/is-part-updated.ts'
import { isSessionUpdated } from '../../src/wire/is-session-updated.ts'
import { isStepEnded } from '../../src/wire/is-step-ended.ts'

test.for<[is: (type: string) => boolean, type: string]>([
  [isPartDelta, 'message.part.delta'],
  [isPartUpdated, 'message.part.updated'],
  [isSessionUpdated, 'session.updated'],
  [isStepEnded, 'session.next.step.ended'],
  [isStepEnded, 'session.step.ended'],
  [isKnownEventType, 'session.idle'],
])('%o knows %s, with and without a schema version', ([is, type]) => {
  expect([type, `${type}.1`, `${type}.12`].map(is)).toEqual([true, true, true])
  expect([`${type}.`, `${type}.1a`, `${type}.1.2`, `${type}1`, `x${type}`, type.slice(1), ''].map(is)).not.toContain(
    true,
  )
})

test('tells the types of usage and text apart', () => {
  const types = [
    'message.part.delta',
    'message.part.updated',
    'session.updated',
    'session.next.step.ended',
    'session.step.ended',
    'session.step.failed',
    'session.next.text.delta',
    'session.usage.updated',
  ]
  const are = (is: (type: string) => boolean): string[] => types.filter(is)
  expect(are(isPartDelta)).toEqual(['message.part.delta'])
  expect(are(isPartUpdated)).toEqual(['message.part.updated'])
  expect(are(isSessionUpdated)).toEqual(['session.updated'])
  expect(are(isStepEnded)).toEqual(['session.next.step.ended', 'session.step.ended'])
})
