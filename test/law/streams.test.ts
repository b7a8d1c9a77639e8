import { fakeOpencode, type FakeOpencode } from 'opencode-testing'
import { expect, test, vi } from 'vitest'
import { type RecordedFrame, readRecording } from '../fixtures/read-recording.ts'
import { call, createSession } from '../opencode/api.ts'
import { type Frame, type OpenStream, readStream } from '../opencode/read-stream.ts'
import { turns } from '../opencode/until.ts'
import { textUsage } from './recipe.ts'
import { recipeClient } from './recipe-client.ts'
import { createNormaliser, OF_THE_PROCESS } from './set-aside.ts'
import { splitEvents } from './split-events.ts'

/** The paths of captures/1.18.33/16e-directory-scoping.json. */
const directory = '/home/user/project'
const other = '/home/user/home/user/otherproj'

test('16c: a disposed instance says so and ends its stream; sessions are made as before', async () => {
  const recorded = readRecording('16c-instance-dispose')
  const opencode = fakeOpencode({ directory })
  const stream = await readStream(opencode, '/event')
  const answers = [
    (await call(opencode, 'POST', '/instance/dispose', {})).body,
    (await call(opencode, 'POST', '/session', { title: 'post dispose' })).body,
  ]
  // The recording calls this end of the stream 'end'.
  expect(await stream.ended).toBe('ended')
  expect(eventsOf(stream.frames)).toEqual(eventsOf(recorded.sse))
  const normalise = createNormaliser()
  const expected = createNormaliser()
  expect(normalise(answers)).toEqual(expected(recorded.http.map(({ body }) => body)))
})

test('16d: a disposed server says so on both streams, and ends those of directories', async () => {
  const recorded = readRecording('16d-global-dispose')
  const opencode = fakeOpencode({ directory })
  const [own, all] = await openBoth(opencode)
  expect((await call(opencode, 'POST', '/global/dispose', {})).body).toBe(recorded.http[0]?.body)
  expect(await own.ended).toBe('ended')
  expect(eventsOf(own.frames)).toEqual(eventsOf(recorded.sse))
  expect(envelopesOf(all.frames)).toEqual(envelopesOf(recorded.globalSse))
})

test('16e: each stream has the events of its directory alone, and the global one all', async () => {
  const recorded = readRecording('16e-directory-scoping')
  const opencode = fakeOpencode({ directory })
  const [own, all] = await openBoth(opencode)
  const byQuery = await readStream(opencode, `/event?directory=${encodeURIComponent(other)}`)
  const byHeader = await readStream(opencode, '/event', { headers: { 'x-opencode-directory': other } })
  const here = await createSession(opencode, { title: 'in proj' })
  const there = await createSession(opencode, { title: 'in other' }, `/session?directory=${encodeURIComponent(other)}`)
  await turns()
  expect(eventsOf(own.frames)).toEqual(eventsOf(recorded.sse))
  expect(eventsOf(byQuery.frames)).toEqual(eventsOf(recorded.queryScopedStream))
  expect(eventsOf(byHeader.frames)).toEqual(eventsOf(recorded.headerScopedStream))
  expect(envelopesOf(all.frames)).toEqual(envelopesOf(recorded.globalSse))
  const headers = { 'x-opencode-directory': other }
  const answers = [
    await call(opencode, 'GET', `/session/${here}`),
    await call(opencode, 'GET', `/session/${there}`),
    await call(opencode, 'GET', '/session', undefined, { headers }),
    await call(opencode, 'GET', `/session/${there}`),
    await call(opencode, 'GET', '/session'),
    await call(opencode, 'GET', `/path?directory=${encodeURIComponent(other)}`),
  ].map(({ body }) => body)
  expect(answersOf(answers)).toEqual(answersOf(recorded.http.map(({ body }) => body)))
})

/** The recorded server had a session of another scenario as well, and a home of its own. */
function answersOf(bodies: readonly unknown[]): unknown {
  const normalise = createNormaliser()
  return bodies.map((body) => {
    if (Array.isArray(body)) return normalise(body.filter(({ title }) => title !== 'u'))
    const { home, state, config, ...rest } = Object(body)
    return normalise({ ...rest, paths: [home, state, config].map((path) => typeof path) })
  })
}

test('16f: a stream that is opened late has what follows, and nothing of before', async () => {
  const recorded = readRecording('16f-late-subscriber')
  const script = [{ text: 'a b c d e f', usage: textUsage, chunks: 6, delayChunk: 200 }]
  const { opencode, mk, prompt } = recipeClient(script, { directory })
  // The model's pace is the test's: the second piece comes when the late stream is open.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const early = await readStream(opencode, '/event')
    const session = await mk({ title: 'late' })
    const prompted = prompt(session, 'go')
    await early.until(({ type }) => type === 'message.part.delta')
    const late = await readStream(opencode, '/event')
    await vi.runAllTimersAsync()
    await prompted
    await turns()
    expect(splitOf(early.frames)).toEqual(splitOf(recorded.sse))
    expect(splitOf(late.frames)).toEqual(splitOf(recorded.lateStream))
  } finally {
    vi.useRealTimers()
  }
})

const openBoth = async (opencode: FakeOpencode): Promise<readonly [OpenStream, OpenStream]> => [
  await readStream(opencode, '/event'),
  await readStream(opencode, '/global/event'),
]

/** Also of the process: that a directory is used for the first time is told of its project. */
const isOfTheProcess = (type: unknown): boolean => OF_THE_PROCESS.has(String(type)) || type === 'project.updated'

/** The frames of `/event`, without their own ids. */
function eventsOf(frames: readonly (Frame | RecordedFrame)[]): unknown {
  const normalise = createNormaliser()
  const kept = frames.filter(({ type }) => !isOfTheProcess(type))
  return normalise(kept.map(({ type, properties }) => ({ type, properties })))
}

/** As `eventsOf`, in two lists, as the place of some differs from run to run. */
function splitOf(frames: readonly (Frame | RecordedFrame)[]): unknown {
  const normalise = createNormaliser()
  const events = frames.map(({ type, properties }) => ({ type: String(type), properties }))
  const { placed, unplaced } = splitEvents(events.filter(({ type }) => !isOfTheProcess(type)))
  return { placed: normalise(placed), unplaced: normalise(unplaced) }
}

/** The frames of `/global/event`: the id of the own project is a hash of its first commit. */
function envelopesOf(frames: readonly (Frame | RecordedFrame)[]): unknown {
  const normalise = createNormaliser()
  return frames
    .filter(({ payload }) => !isOfTheProcess(Object(payload).type))
    .map(({ directory: at, project, payload }) => {
      const { id, syncEvent, ...rest } = Object(payload)
      const { id: same, ...synced } = Object(syncEvent)
      return {
        at,
        project: project === undefined || project === 'global' ? project : 'its own',
        payload: normalise(rest),
        syncEvent: normalise(synced),
        oneID: same === undefined || same === id,
      }
    })
}
