import { readFileSync } from 'node:fs'
import * as wire from 'opencode-testing/wire'
import { expect, test } from 'vitest'

// Design, section 1.6, and what its errors are told by and its union is made with.
const names = `
  EVENT_SESSION_STATUS EVENT_SESSION_CREATED EVENT_SESSION_UPDATED EVENT_SESSION_IDLE EVENT_MESSAGE_PART_UPDATED
  EVENT_MESSAGE_PART_DELTA SESSION_ERROR_USER_ABORT TURN_FINISH_UNKNOWN isKnownEventType isPartDelta isPartUpdated
  isSessionUpdated isStepEnded parseStepUsage parseSessionUpdated parseStepUsageProps parseSessionUpdatedProps
  parseAssistantTurnEnd parseSessionError parseMessageLevelProgress sessionIDFromProps parseEnvelope eventTypeOf
  promptTokens decodeEvents WireDriftError toOpencodeEvent
`
  .trim()
  .split(/\s+/)

test('opencode-testing/wire exports the decoders, and nothing else', () => {
  expect(Object.keys(wire).toSorted()).toEqual(names.toSorted())
})

test('the README names each of them', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const section = readme.split(/^## /m).find((part) => part.startsWith('Decoders for production')) ?? ''
  expect(names.filter((name) => !section.includes(name))).toEqual([])
})

test('the constants are spelt as opencode spells them', () => {
  expect(Object.entries(wire).filter(([, value]) => typeof value === 'string')).toEqual([
    ['EVENT_MESSAGE_PART_DELTA', 'message.part.delta'],
    ['EVENT_MESSAGE_PART_UPDATED', 'message.part.updated'],
    ['EVENT_SESSION_CREATED', 'session.created'],
    ['EVENT_SESSION_IDLE', 'session.idle'],
    ['EVENT_SESSION_STATUS', 'session.status'],
    ['EVENT_SESSION_UPDATED', 'session.updated'],
    ['SESSION_ERROR_USER_ABORT', 'MessageAbortedError'],
    ['TURN_FINISH_UNKNOWN', 'unknown'],
  ])
})
