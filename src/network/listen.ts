import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { InvalidOptionError } from '../errors.ts'
import { createFakeRequest } from '../http/create-fake-request.ts'
import type { BodyChunk, FakeHandler, FakeResponse } from '../http/fake-handler.ts'
import type { BodyIterator } from '../http/iterate-body.ts'
import { isBodiless } from './is-bodiless.ts'
import { iterateResponse } from './iterate-response.ts'

/** Where to listen: `port` 0 (the default) takes a free one. */
export interface ListenOptions {
  readonly port?: number
}

/** A fake on a loopback port. */
export interface Listener {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** Breaks what is open and stops listening. */
  close(): Promise<void>
}

/**
 * Serves a handler on a port of 127.0.0.1, for clients outside this process. What the handler throws is a connection that fails before
 * any header; a body that throws is a reset. Either side may leave at any time. Throws InvalidOptionError for a port that is none.
 */
export async function listen(handler: FakeHandler, { port = 0 }: ListenOptions = {}): Promise<Listener> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InvalidOptionError({ path: 'listen(port)', expected: 'a port, 0 to 65535', received: port })
  }
  const sockets = new Set<Socket>()
  const server = createServer((incoming, outgoing) => void serve(handler, incoming, outgoing))
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // A test that forgot to close a fake must still be able to end.
  server.unref()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function serve(handler: FakeHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const connection = new AbortController()
  outgoing.on('close', () => connection.abort(new Error('the client closed the connection')))
  let body: BodyIterator<BodyChunk> | undefined
  connection.signal.addEventListener('abort', () => body?.release(connection.signal.reason))
  try {
    const response = await handler(await readRequest(incoming, connection.signal))
    body = iterateResponse(response)
    if (connection.signal.aborted) body.release(connection.signal.reason)
    else await send(response, body, incoming, outgoing)
  } catch {
    // To a client the fault is the broken connection itself; what was wrong stands in the fake's script.
    outgoing.socket?.resetAndDestroy()
  }
}

async function readRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Parameters<FakeHandler>[0]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  const { method = 'GET', url = '/', headers } = incoming
  const flat = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ])
  const origin = `http://${headers.host ?? '127.0.0.1'}`
  return createFakeRequest({
    method,
    url: new URL(url, origin),
    headers: Object.fromEntries(flat),
    body: Buffer.concat(chunks),
    signal,
  })
}

async function send(
  response: FakeResponse,
  body: BodyIterator<BodyChunk>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const status = response.status ?? 200
  outgoing.statusCode = status
  for (const [name, value] of Object.entries(response.headers ?? {}))
    if (value !== undefined) outgoing.setHeader(name, value)
  outgoing.flushHeaders()
  if (isBodiless(incoming.method ?? 'GET', status)) body.release()
  else {
    for (let result = await body.next(); !result.done; result = await body.next()) {
      if (!outgoing.write(result.value)) await Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')])
    }
  }
  outgoing.addTrailers({ ...response.trailers })
  outgoing.end()
}

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === 'object' && address ? address.port : 0
