import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { readRecording } from '../fixtures/read-recording.ts'
import { call } from '../opencode/api.ts'
import { readStream } from '../opencode/read-stream.ts'

test.for([
  ['16-raw-sse-bytes', '/event', 2],
  ['16b-raw-global-sse-bytes', '/global/event', 1],
] as const)('the bytes of %s are those of %s', async ([name, path, heartbeats]) => {
  const recorded = readRecording(name).chunks.map(({ text }) => text)
  const opencode = fakeOpencode({ directory: '/home/user/project' })
  const stream = await readStream(opencode, path)
  await call(opencode, 'POST', '/session', { title: 'raw' })
  for (let beat = 0; beat < heartbeats; beat += 1) opencode.heartbeat()
  await stream.until(() => stream.text().match(/server\.heartbeat/g)?.length === heartbeats)
  expect(comparable(stream.text())).toBe(comparable(recorded.map(frames).join('')))
})

/** Without the head of the answer, and the length before each HTTP chunk: those are the transport's. */
const frames = (text: string): string =>
  (text.split('\r\n\r\n').length > 1 && text.startsWith('HTTP') ? text.slice(text.indexOf('\r\n\r\n') + 4) : text)
    .split('\r\n')
    .filter((line) => !/^[0-9a-f]+$/.test(line))
    .join('')

/** Ids, times, the two random words of a session, and the hash of the repository differ in every run. */
const comparable = (text: string): string =>
  text
    .replaceAll(/\b(evt|ses)_[0-9a-f]{12}\w{14}/g, '$1_(id)')
    .replaceAll(/"(created|updated)":\d+/g, '"$1":0')
    .replaceAll(/"slug":"\w+-\w+"/g, '"slug":"(words)"')
    .replaceAll(/"(project|projectID)":"[0-9a-f]{40}"/g, '"$1":"(hash)"')
