import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { readRecording } from '../../fixtures/read-recording.ts'
import { createNormaliser } from '../../law/set-aside.ts'
import { call, createSession, prompt } from '../api.ts'
import { type Frame, readStream } from '../read-stream.ts'
import { turns } from '../until.ts'

test('the global stream wraps events and sends durable ones twice, as recorded', async () => {
  const recorded = readRecording('01-plain-text.global').globalSse
  const opencode = fakeOpencode({
    script: ['Hello there from the fake model.', 'Second answer.'].map((text) => ({
      text,
      usage: { prompt: 100, completion: 20, cacheHit: 64 },
    })),
  })
  const session = await createSession(opencode, { title: undefined })
  // The recorded client subscribed after the session was there.
  const stream = await readStream(opencode, '/global/event')
  await prompt(opencode, session, 'Say hello')
  await prompt(opencode, session, 'Second prompt in the same session')
  await stream.until(({ payload }) => Reflect.get(Object(Reflect.get(Object(payload), 'syncEvent')), 'seq') === 30)
  await turns()
  expect(envelopes(stream.frames)).toEqual(envelopes(recorded))
  expect(counts(stream.frames)).toEqual(counts(recorded))
  const everySeqOnce = Array.from({ length: 30 }, (_unused, index) => [index + 1, true, true])
  expect([twins(stream.frames), twins(recorded)]).toEqual([everySeqOnce, everySeqOnce])
})

/** The keys of each kind of envelope, in their order. */
function envelopes(frames: readonly Frame[]): unknown {
  const shapes = frames.map((frame) => {
    const payload = Object(frame['payload'])
    const kind = String(payload.type === 'sync' ? `sync ${payload.syncEvent.type}` : payload.type)
    return [kind, ...[frame, payload, payload.syncEvent ?? {}].map((level) => Object.keys(Object(level)).join())].join(
      ' / ',
    )
  })
  return [...new Set(shapes)].toSorted()
}

/** How often each type was sent. */
function counts(frames: readonly Frame[]): unknown {
  const kinds = frames.map(({ payload }) => String(Object(payload).syncEvent?.type ?? Object(payload).type))
  return Object.fromEntries(
    [...new Set(kinds)].toSorted().map((kind) => [kind, kinds.filter((other) => other === kind).length]),
  )
}

/** Of each sync frame: its seq, and whether it repeats the frame before it. */
function twins(frames: readonly Frame[]): unknown {
  return frames.flatMap((frame, index) => {
    const { type, syncEvent, id } = Object(frame['payload'])
    if (type !== 'sync') return []
    const plain = Object(frames[index - 1]?.['payload'])
    const same =
      JSON.stringify(createNormaliser()(plain.properties)) === JSON.stringify(createNormaliser()(syncEvent.data))
    return [[syncEvent.seq, same && syncEvent.type === `${plain.type}.1`, id === plain.id && id === syncEvent.id]]
  })
}

test('seq counts from 0 in each session, whoever listens', async () => {
  const opencode = fakeOpencode()
  await createSession(opencode)
  const stream = await readStream(opencode, '/global/event')
  const second = await createSession(opencode)
  await call(opencode, 'PATCH', `/session/${second}`, { title: 'after' })
  await call(opencode, 'DELETE', `/session/${second}`)
  await stream.until(({ payload }) => JSON.stringify(payload).includes('session.deleted.1'))
  const synced = stream.frames.map(({ payload }) => Object(payload).syncEvent).filter((event) => event !== undefined)
  expect(synced.map(({ type, seq, aggregateID }) => [type, seq, aggregateID])).toEqual([
    ['session.created.1', 0, second],
    ['session.updated.1', 1, second],
    // The OpenAPI document has a sync event for it.
    ['session.deleted.1', 2, second],
  ])
})

test('the global stream names the directory and the project of each event', async () => {
  const opencode = fakeOpencode({ directory: '/app' })
  const stream = await readStream(opencode, '/global/event')
  const here = await createSession(opencode)
  await createSession(opencode, {}, '/session?directory=/elsewhere')
  await stream.until(({ directory }) => directory === '/elsewhere')
  expect(stream.frames.slice(1, 4)).toMatchObject([
    { directory: '/app', project: opencode.sessions.get(here)?.projectID },
    { directory: '/app', project: opencode.sessions.get(here)?.projectID },
    { directory: '/elsewhere', project: 'global' },
  ])
})
