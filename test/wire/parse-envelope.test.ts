import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { WireDriftError } from '../../src/errors.ts'
import { parseEnvelope } from '../../src/wire/parse-envelope.ts'
import { type RecordedFrame, recordedStream, recordedStreams } from './recorded-streams.ts'

test('unwraps an event', () => {
  expect(parseEnvelope('{"id":"evt_1","type":"session.idle","properties":{"sessionID":"ses_a"}}')).toEqual({
    id: 'evt_1',
    type: 'session.idle',
    props: { sessionID: 'ses_a' },
    sessionID: 'ses_a',
  })
})

test('unwraps an event of 1.3.2, which has no id', () => {
  const json = '{"type":"message.updated","properties":{"info":{"id":"msg_a","sessionID":"ses_a"}}}'
  expect(parseEnvelope(json)).toEqual({
    type: 'message.updated',
    props: { info: { id: 'msg_a', sessionID: 'ses_a' } },
    sessionID: 'ses_a',
  })
})

test('unwraps an event of /global/event', () => {
  const json =
    '{"directory":"/home/user/project","project":"5333","payload":{"id":"evt_1","type":"session.idle","properties":{"sessionID":"ses_a"}}}'
  expect(parseEnvelope(json)).toEqual({
    id: 'evt_1',
    type: 'session.idle',
    props: { sessionID: 'ses_a' },
    sessionID: 'ses_a',
    directory: '/home/user/project',
  })
  expect(parseEnvelope('{"payload":{"type":"server.connected","properties":{}}}')).toEqual({
    type: 'server.connected',
    props: {},
  })
})

test('unwraps the sync twin of an event, which has the same id', () => {
  const [event, twin] = recordedStream('1.18.33/01-plain-text.global globalSse')
    .map((frame) => parseEnvelope(JSON.stringify(frame)))
    .filter(({ id }) => id === 'evt_22cf26198001dCSQ07VE4XE24e')
  expect(event?.type).toBe('session.updated')
  expect(twin).toEqual({ ...event, type: 'session.updated.1', seq: 1 })
})

test('unwraps a stored row', () => {
  const json =
    '{"id":"evt_1","aggregate_id":"ses_a","seq":4,"type":"message.part.removed.1","data":{"sessionID":"ses_a","messageID":"msg_a","partID":"prt_a"}}'
  expect(parseEnvelope(json)).toEqual({
    id: 'evt_1',
    type: 'message.part.removed.1',
    props: { sessionID: 'ses_a', messageID: 'msg_a', partID: 'prt_a' },
    sessionID: 'ses_a',
    seq: 4,
  })
})

test('unwraps an event of the preview API', () => {
  const json =
    '{"id":"evt_1","type":"session.next.prompted","durable":{"aggregateID":"ses_a","seq":2,"version":1},"location":{"directory":"/home/user/project"},"data":{"timestamp":1796051149262,"sessionID":"ses_a"}}'
  expect(parseEnvelope(json)).toEqual({
    id: 'evt_1',
    type: 'session.next.prompted',
    props: { timestamp: 1796051149262, sessionID: 'ses_a' },
    sessionID: 'ses_a',
    seq: 2,
    directory: '/home/user/project',
  })
})

test('unwraps an event of 2.x', () => {
  const json =
    '{"id":"evt_1","created":1796051149262,"type":"session.execution.succeeded","durable":{"aggregateID":"ses_a","seq":10,"version":1},"location":{"directory":"/home/user/project"},"data":{"sessionID":"ses_a"}}'
  expect(parseEnvelope(json)).toEqual({
    id: 'evt_1',
    type: 'session.execution.succeeded',
    props: { sessionID: 'ses_a' },
    sessionID: 'ses_a',
    seq: 10,
    directory: '/home/user/project',
  })
})

test('reads where the log of a session of 2.x was caught up', () => {
  expect(parseEnvelope('{"type":"log.synced","aggregateID":"ses_a","seq":12}')).toEqual({
    type: 'log.synced',
    props: {},
    sessionID: 'ses_a',
    seq: 12,
  })
  expect(parseEnvelope('{"type":"log.synced","aggregateID":"ses_a"}')).not.toHaveProperty('seq')
})

test('takes no project for a session', () => {
  // facts/opencode-2x.md section 3: durable events of worktrees belong to a project.
  const json =
    '{"id":"evt_1","created":1,"type":"worktree.resolved","durable":{"aggregateID":"5333","seq":0,"version":1},"data":{"projectID":"5333"}}'
  expect(parseEnvelope(json)).toEqual({ id: 'evt_1', type: 'worktree.resolved', props: { projectID: '5333' }, seq: 0 })
})

test('leaves an envelope as it is', () => {
  const envelope = { id: 'evt_1', type: 'session.idle', props: {}, sessionID: 'ses_a', seq: 1, directory: '/home/user' }
  expect(parseEnvelope(JSON.stringify(envelope))).toEqual(envelope)
})

test('gives the properties of every recorded event as the server sent them', () => {
  const differing = recordedStreams().flatMap(({ name, frames }) =>
    frames
      .filter((frame) => !isDeepStrictEqual(parseEnvelope(JSON.stringify(frame)).props, sentProps(frame)))
      .map(() => name),
  )
  expect(differing).toEqual([])
})

test('names the session of every recorded event that is about one', () => {
  const silent = new Set(['catalog', 'file', 'global', 'integration', 'plugin', 'project', 'reference', 'server'])
  const types = recordedStreams()
    .flatMap(({ frames }) => frames.map((frame) => parseEnvelope(JSON.stringify(frame))))
    .filter(({ sessionID }) => sessionID?.startsWith('ses_') !== true)
    .map(({ type }) => type)
  expect(types.filter((type) => !silent.has(type.split('.')[0] ?? ''))).toEqual([])
  expect(types).toContain('server.connected')
})

test.for<[json: string, message: string]>([
  ['{"id":', 'event frame: data: expected JSON, received "{\\"id\\":"'],
  ['null', 'event frame: data: expected an object, received null'],
  ['["x"]', 'event frame: data: expected an object, received ["x"]'],
  ['{"id":"evt_1"}', 'event frame: type: expected a string, received undefined'],
  ['{"type":"session.idle"}', 'session.idle: properties: expected an object, received undefined'],
  ['{"type":"session.idle","data":[]}', 'session.idle: data: expected an object, received []'],
  ['{"type":"session.idle","properties":{', 'session.idle: data: expected JSON, received'],
  ['{"payload":{}}', 'event frame: payload.type: expected a string, received undefined'],
  ['{"payload":{"type":"x","properties":1}}', 'x: payload.properties: expected an object, received 1'],
  ['{"payload":{"type":"sync"}}', 'sync: payload.properties: expected an object, received undefined'],
  [
    '{"payload":{"type":"sync","syncEvent":{}}}',
    'event frame: payload.syncEvent.type: expected a string, received undefined',
  ],
  ['{"type":"sync","syncEvent":{"type":"x","data":1}}', 'x: syncEvent.data: expected an object, received 1'],
])('throws for %s', ([json, message]) => {
  expect(() => parseEnvelope(json)).toThrow(WireDriftError)
  expect(() => parseEnvelope(json)).toThrow(message)
})

/** What `frame` holds, told by hand: a sync event's data, a payload's properties, or those of the frame. */
function sentProps(frame: RecordedFrame): unknown {
  const payload = frame['payload'] as RecordedFrame | undefined
  const syncEvent = payload?.['syncEvent'] as RecordedFrame | undefined
  return syncEvent?.['data'] ?? payload?.['properties'] ?? frame['properties'] ?? frame['data']
}
