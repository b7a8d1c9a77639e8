import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { InvalidOptionError } from '../errors.ts'
import { createFakeRequest } from '../http/create-fake-request.ts'
import type { BodyChunk, FakeHandler, FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import type { BodyIterator } from '../http/iterate-body.ts'
import { allowNetwork } from './allow-network.ts'
import { delivered } from './delivered.ts'
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
 * any header; a body that throws is a reset, after all that came before it. Either side may leave at any time. While it is open the
 * guard lets requests to it through. Throws InvalidOptionError for a port that is none, and Node's own error for one that is taken.
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
  const address = `127.0.0.1:${portOf(server.address())}`
  const disallow = allowNetwork(address)
  let closed: Promise<unknown> | undefined
  return {
    url: `http://${address}`,
    async close() {
      closed ??= stop(server, sockets)
      disallow()
      await closed
    },
  }
}

function stop(server: ReturnType<typeof createServer>, sockets: ReadonlySet<Socket>): Promise<unknown> {
  const closed = once(server, 'close')
  server.close()
  for (const socket of sockets) socket.destroy()
  return closed
}

async function serve(handler: FakeHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const connection = new AbortController()
  outgoing.on('close', () => connection.abort(new Error('the client closed the connection')))
  // A client that breaks off is told of by 'close'; without a listener its error would end the process.
  outgoing.on('error', () => undefined)
  let body: BodyIterator<BodyChunk> | undefined
  connection.signal.addEventListener('abort', () => body?.release(connection.signal.reason))
  try {
    const response = await handler(await readRequest(incoming, connection.signal))
    body = iterateResponse(response)
    if (connection.signal.aborted) body.release(connection.signal.reason)
    else await send(response, body, incoming, outgoing)
  } catch {
    // To a client the fault is the broken connection itself; what was wrong stands in the fake's script.
    if (outgoing.headersSent) await delivered('elsewhere')
    outgoing.socket?.resetAndDestroy()
  }
}

async function readRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<FakeRequest> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  const { method = 'GET', url = '/', headers } = incoming
  const flat = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ])
  return createFakeRequest({
    method,
    url: requestUrl(url, headers.host),
    headers: Object.fromEntries(flat),
    body: Buffer.concat(chunks),
    signal,
  })
}

/** A request target is a path, also one that begins with two slashes, or as a proxy is asked a whole URL. */
function requestUrl(target: string, host = '127.0.0.1'): URL {
  const origin = URL.canParse(`http://${host}`) ? `http://${host}` : 'http://127.0.0.1'
  return new URL(target.startsWith('/') ? `${origin}${target}` : target, origin)
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
      if (result.value.length > 0) await write(outgoing, result.value)
    }
  }
  outgoing.addTrailers({ ...response.trailers })
  outgoing.end()
}

/** Resolves when the chunk has left this process, so that a reset cannot overtake it, or when the client is gone. */
function write(outgoing: ServerResponse, chunk: BodyChunk): Promise<void> {
  return new Promise((resolve) => {
    if (outgoing.destroyed) {
      resolve()
      return
    }
    const done = (): void => {
      outgoing.off('close', done)
      resolve()
    }
    outgoing.once('close', done)
    outgoing.write(chunk, done)
  })
}

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === 'object' && address ? address.port : 0
