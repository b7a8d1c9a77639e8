import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { createSession, prompt } from '../opencode/api.ts'
import { untyped } from '../opencode/bad-option.ts'
import { type Frame, readStream } from '../opencode/read-stream.ts'
import { turns } from '../opencode/until.ts'

const ofType = (type: string) => (frame: Frame) => frame['type'] === type

test('ends every open stream behind what was sent, and serves new ones', async () => {
  const opencode = fakeOpencode()
  const streams = [await readStream(opencode, '/event'), await readStream(opencode, '/global/event')]
  await createSession(opencode)
  expect(opencode.cutStreams('end')).toBe(2)
  for (const stream of streams) expect(await stream.ended).toBe('ended')
  expect(streams[0]?.frames).toHaveLength(2)
  const again = await readStream(opencode, '/event')
  await createSession(opencode)
  await again.until(ofType('session.created'))
})

test('breaks every open stream behind what was sent', async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/event')
  await createSession(opencode)
  opencode.cutStreams('reset')
  expect(await stream.ended).toMatchObject({ message: 'read ECONNRESET', code: 'ECONNRESET' })
  expect(stream.frames).toHaveLength(2)
})

test('over the network a broken stream is what it is from a real server', async () => {
  // facts/undici-and-runners.md section 2, parity with a real socket
  const opencode = fakeOpencode()
  const response = await fetch(`${opencode.url}/event`)
  const read = response.text()
  opencode.cutStreams('reset')
  await expect(read).rejects.toMatchObject({ message: 'terminated', cause: { code: 'UND_ERR_SOCKET' } })
})

test('silences every open stream for good, and serves new ones', async () => {
  const opencode = fakeOpencode()
  const silent = [await readStream(opencode, '/event'), await readStream(opencode, '/global/event')]
  expect(opencode.cutStreams('hang')).toBe(2)
  opencode.heartbeat()
  const heard = await readStream(opencode, '/event')
  const sessionID = await createSession(opencode)
  await prompt(opencode, sessionID, 'hi')
  opencode.emit({ type: 'mine', properties: { sessionID } })
  await heard.until(ofType('mine'))
  await turns()
  for (const stream of silent) expect(stream.frames).toHaveLength(1)
  // Not those that fell silent before: nothing is left to cut of them.
  expect(opencode.cutStreams('end')).toBe(1)
  expect(opencode.openStreams).toBe(2)
})

test('a silent stream ends with the fake, or when its client leaves', async () => {
  const opencode = fakeOpencode()
  const [left, stayed] = [await readStream(opencode, '/event'), await readStream(opencode, '/event')]
  opencode.cutStreams('hang')
  await left.leave()
  expect(opencode.openStreams).toBe(1)
  await opencode.close()
  expect(await stayed.ended).toBe('ended')
  expect(opencode.openStreams).toBe(0)
})

test('a disposal does not reach a silent stream', async () => {
  const opencode = fakeOpencode()
  await readStream(opencode, '/event')
  opencode.cutStreams('hang')
  await opencode.fetch(`${opencode.url}/global/dispose`, { method: 'POST' })
  expect(opencode.openStreams).toBe(1)
})

test('does not take a silent stream for a listener on the wrong directory', async () => {
  const opencode = fakeOpencode()
  await readStream(opencode, '/event?directory=/other')
  opencode.cutStreams('hang')
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.misses).toEqual([])
})

test('counts the streams that clients hold open', async () => {
  const opencode = fakeOpencode()
  expect(opencode.openStreams).toBe(0)
  const leave = new AbortController()
  const { signal } = leave
  await readStream(opencode, '/event', { signal })
  const other = await readStream(opencode, '/global/event')
  expect(opencode.openStreams).toBe(2)
  leave.abort()
  await other.leave()
  expect(opencode.openStreams).toBe(0)
  expect(opencode.cutStreams('reset')).toBe(0)
})

test.for([undefined, 'close', 0])('refuses %o as a way to cut', (how) => {
  expect(() => void fakeOpencode().cutStreams(untyped(how))).toThrow(
    expect.objectContaining({ path: 'cutStreams(how)', expected: "'reset' or 'end' or 'hang'" }),
  )
})
