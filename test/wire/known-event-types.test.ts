import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isKnownEventType } from '../../src/wire/is-known-event-type.ts'
import { type RecordedFrame, recordedStreams } from './recorded-streams.ts'

test('knows every type of every recording', () => {
  const types = new Set(recordedStreams().flatMap(({ frames }) => frames.map(sentType)))
  expect([...types].filter((type) => !isKnownEventType(type))).toEqual([])
  expect(types).toContain('message.part.delta')
})

test('knows every type of the OpenAPI document of 1.18.33', () => {
  const types = eventTypes(schema('opencode-1.18.33.openapi.json'))
  expect([...types].filter((type) => !isKnownEventType(type))).toEqual([])
  expect(types.size).toBeGreaterThan(85)
})

test('knows every type of the schema of 2.x', () => {
  const types = eventTypes(schema('opencode-2x.schema.json'))
  expect([...types].filter((type) => !isKnownEventType(type))).toEqual([])
  // 74 events, and the boundary of a log.
  expect(types.size).toBe(75)
})

test.for([
  // Before and after they were renamed.
  'permission.updated',
  'permission.asked',
  // facts/opencode-1x-preview-api.md section 8: the betas of 2.x.
  'session.prompt.admitted',
  'session.prompt.promoted',
  'session.input.admitted',
  'session.input.promoted',
  'session.execution.settled',
  // facts/opencode-2x.md section 3: types that its schema leaves out.
  'filesystem.changed',
  'credential.switched',
  'worktree.resolved',
  'shell.exited',
  'persistent-pty.added',
  'rpc.acme.ping',
  // facts/opencode-1x.md section 1: missing in the OpenAPI document.
  'server.heartbeat',
])('knows %s', (type) => {
  expect(isKnownEventType(type)).toBe(true)
})

test.for(['session.dreamt', 'permission', 'rpc', 'rpc.', 'session.idle.x', 'toString', ''])(
  'does not know %j',
  (type) => {
    expect(isKnownEventType(type)).toBe(false)
  },
)

/** The type of a frame, told by hand. */
function sentType(frame: RecordedFrame): string {
  const payload = (frame['payload'] ?? frame) as RecordedFrame
  const event = (payload['syncEvent'] ?? payload) as RecordedFrame
  return String(event['type'])
}

function schema(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/schemas/${name}`, import.meta.url), 'utf8'))
}

/** The types of all objects in a JSON Schema that have one, and what an event has beside it. */
function eventTypes(value: unknown, types = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return types
  const { properties } = value as { properties?: Record<string, unknown> }
  const isEvent = ['properties', 'data', 'syncEvent', 'aggregateID'].some((name) => name in (properties ?? {}))
  const { const: single, enum: several = [] } = (properties?.['type'] ?? {}) as { const?: unknown; enum?: unknown[] }
  if (isEvent) for (const type of [single, ...several]) if (typeof type === 'string') types.add(type)
  for (const inner of Object.values(value)) eventTypes(inner, types)
  return types
}
