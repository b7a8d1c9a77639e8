import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createOpencodeClient } from '@opencode-ai/sdk'
import { type FakeOpencode, fakeOpencode, runPrompt, turn } from 'opencode-testing'
import { afterEach, expect, test } from 'vitest'
import { createSession, prompt, promptAsync } from '../opencode/api.ts'
import { deferred } from '../opencode/deferred.ts'
import { untyped } from '../opencode/bad-option.ts'

// Clients over real sockets: node:http and node:net, which no fake intercepts, and another process.

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A client of node:http, for a path or a whole request. */
async function open(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const response = deferred<IncomingMessage>()
  get(url, { headers, agent: false }, response.resolve).on('error', response.reject)
  const incoming = await response.promise
  sockets.push(incoming.socket)
  return incoming
}

/** What a response has said so far, and how it ends: 'end', or the code of what it broke with. */
function listenTo(response: IncomingMessage): {
  text: () => string
  ended: Promise<string>
  count: (of: string) => number
} {
  let text = ''
  const ended = deferred<string>()
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  response.on('error', (error: NodeJS.ErrnoException) => ended.resolve(error.code ?? error.message))
  response.on('end', () => ended.resolve('end'))
  return { text: () => text, ended: ended.promise, count: (of) => text.split(of).length - 1 }
}

const listening = async (options: Parameters<typeof fakeOpencode>[0] = {}): Promise<[FakeOpencode, string]> => {
  const opencode = fakeOpencode(options)
  return [opencode, await opencode.listen()]
}

test('is reached over its port and over its base URL, and its url is the port', async () => {
  const opencode = fakeOpencode({ reply: 'hello' })
  expect(opencode.url).toBe('http://localhost:4096')
  const [url, same] = await Promise.all([opencode.listen(), opencode.listen()])
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect([same, opencode.url, await opencode.listen({ port: 1 })]).toEqual([url, url, url])
  for (const target of [url, 'http://localhost:4096', opencode, createOpencodeClient({ baseUrl: url })]) {
    expect((await runPrompt(target, 'hi')).text).toBe('hello')
  }
  expect(opencode.prompts).toEqual(['hi', 'hi', 'hi', 'hi'])
})

test('keeps port and base URL over a reset', async () => {
  const [opencode, url] = await listening({ baseUrl: 'http://opencode.test' })
  opencode.reset({ reply: 'after' })
  expect(opencode.url).toBe(url)
  for (const target of [url, 'http://opencode.test']) expect((await runPrompt(target, 'hi')).text).toBe('after')
})

test('sends each frame as one chunk of HTTP, the first at once', async () => {
  // captures/1.18.33/16-raw-sse-bytes.json: one frame per chunk
  const [opencode, url] = await listening()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.setEncoding('latin1').on('data', (data: string) => (text += data))
  socket.write('GET /event HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect.poll(() => text).toContain('server.connected')
  opencode.heartbeat()
  await createSession(opencode)
  await expect.poll(() => text).toContain('session.created')
  const [head = '', body = ''] = text.split(/\r\n\r\n/)
  expect(head.toLowerCase().split('\r\n')).toEqual(
    expect.arrayContaining(['http/1.1 200 ok', 'content-type: text/event-stream', 'transfer-encoding: chunked']),
  )
  const chunks = body.split('\r\n').filter((line) => line !== '')
  const frames = chunks.filter((_, index) => index % 2 === 1)
  expect(frames.map((frame) => /^data: \{.*"type":"([a-z.]+)".*\}\n\n$/.exec(frame)?.[1])).toHaveLength(3)
  expect(frames.every((frame) => frame.startsWith('data: {') && frame.endsWith('}\n\n'))).toBe(true)
  expect(chunks.filter((_, index) => index % 2 === 0)).toEqual(frames.map(({ length }) => length.toString(16)))
})

test('notices a client that hangs up', async () => {
  const [opencode, url] = await listening()
  const response = await open(`${url}/event`)
  await expect.poll(() => opencode.openStreams).toBe(1)
  response.destroy()
  await expect.poll(() => opencode.openStreams).toBe(0)
})

test.for([
  ['end', 'end'],
  ['reset', 'ECONNRESET'],
] as const)('cutStreams(%o) gives a client on a socket %s, behind all that was sent', async ([how, ended]) => {
  const [opencode, url] = await listening()
  const stream = listenTo(await open(`${url}/event`))
  await expect.poll(() => opencode.openStreams).toBe(1)
  await createSession(opencode)
  opencode.cutStreams(how)
  expect(await stream.ended).toBe(ended)
  expect(stream.text()).toContain('session.created')
  const again = listenTo(await open(`${url}/event`))
  await createSession(opencode)
  await expect.poll(again.text).toContain('session.created')
})

test("cutStreams('hang') leaves a socket open, and nothing comes on it", async () => {
  const [opencode, url] = await listening()
  const silent = listenTo(await open(`${url}/event`))
  await expect.poll(silent.text).toContain('server.connected')
  opencode.cutStreams('hang')
  const heard = listenTo(await open(`${url}/event`))
  await createSession(opencode)
  opencode.heartbeat()
  await expect.poll(heard.text).toContain('server.heartbeat')
  expect(silent.count('data: ')).toBe(1)
  await opencode.close()
  expect(await silent.ended).toMatch(/^(end|ECONNRESET)$/)
})

test('an error of fail cuts the socket before any header', async () => {
  const [opencode, url] = await listening()
  opencode.fail('GET', '/agent', { error: new Error('scripted') })
  await expect(open(`${url}/agent`)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect((await open(`${url}/agent`)).statusCode).toBe(200)
})

test('a client that does not read loses nothing of 20,000 deltas, and holds up nobody', async () => {
  const chunks = Array.from({ length: 20_000 }, (_, index) => `${index} `)
  const [opencode, url] = await listening({ script: [turn({ text: chunks.join(''), chunks })] })
  const slow = await open(`${url}/event`)
  const quick = listenTo(await open(`${url}/event`))
  await expect.poll(() => opencode.openStreams).toBe(2)
  const answer = await prompt(opencode, await createSession(opencode), 'hi')
  expect(answer.status).toBe(200)
  await expect.poll(() => quick.text().includes('session.idle'), { timeout: 20_000 }).toBe(true)
  // Nobody has read of it yet.
  expect(slow.readableFlowing).toBe(null)
  const late = listenTo(slow)
  await expect.poll(() => late.text().includes('session.idle'), { timeout: 20_000 }).toBe(true)
  const deltas = [...late.text().matchAll(/"delta":"(\d+ )"/g)].map(([, delta]) => delta)
  expect(deltas).toEqual(chunks)
  expect(quick.count('"delta":"')).toBe(20_000)
}, 60_000)

test('many clients at once keep apart', async () => {
  const [opencode, url] = await listening({ reply: (text) => `re: ${text}` })
  const prompts = Array.from({ length: 20 }, (_, index) => `prompt ${index}`)
  const runs = await Promise.all(prompts.map((text) => runPrompt(url, text)))
  expect(runs.map(({ text }) => text)).toEqual(prompts.map((text) => `re: ${text}`))
  expect(opencode.prompts.toSorted()).toEqual(prompts.toSorted())
})

test('answers the fetch of another process', async () => {
  const [opencode, url] = await listening()
  const program = `
    const post = (path, body) => fetch(${JSON.stringify(url)} + path, { method: 'POST', body: JSON.stringify(body) }).then((r) => r.json())
    post('/session', { title: 'other' })
      .then(({ id }) => post('/session/' + id + '/message', { parts: [{ type: 'text', text: 'from outside' }] }))
      .then(({ parts }) => console.log(parts.find(({ type }) => type === 'text').text))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = await once(child, 'close')
  expect([code, said]).toEqual([0, 'OK\n'])
  expect(opencode).toHaveSentPrompt('from outside')
})

test('asks for its password on the port as well', async () => {
  const [, url] = await listening({ password: 'secret' })
  expect((await open(`${url}/session`)).statusCode).toBe(401)
  const authorization = `Basic ${Buffer.from('opencode:secret').toString('base64')}`
  expect((await open(`${url}/session`, { authorization })).statusCode).toBe(200)
  const token = encodeURIComponent(Buffer.from('opencode:secret').toString('base64'))
  expect((await open(`${url}/event?auth_token=${token}`)).statusCode).toBe(200)
})

test('gives its port back when it closes, ends the sockets and listens no more', async () => {
  const [opencode, url] = await listening({ script: [turn({ text: 'one', cut: 'hang' })] })
  const streams = [listenTo(await open(`${url}/event`)), listenTo(await open(`${url}/global/event`))]
  await promptAsync(opencode, await createSession(opencode), 'hi')
  await opencode.waitForPrompt()
  await opencode.close()
  for (const stream of streams) expect(await stream.ended).toMatch(/^(end|ECONNRESET)$/)
  await expect(open(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await expect(opencode.listen()).rejects.toThrow('this fakeOpencode cannot listen any more: it was closed')
  const next = fakeOpencode()
  expect(await next.listen({ port: Number(new URL(url).port) })).toBe(url)
})

test('a closed fake says on its own fetch alone that it is closed', async () => {
  const [opencode, url] = await listening()
  await opencode.close()
  expect(opencode.url).toBe(url)
  await expect(opencode.fetch(url)).rejects.toThrow('this fakeOpencode is closed')
})

test('says which port cannot be had, and may ask for another', async () => {
  const [, url] = await listening()
  const other = fakeOpencode({ baseUrl: 'http://other.test' })
  await expect(other.listen({ port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await expect(other.listen({ port: untyped('80') })).rejects.toMatchObject({ path: 'listen(port)' })
  expect(other.url).toBe('http://other.test')
  expect(await other.listen()).not.toBe(url)
})
