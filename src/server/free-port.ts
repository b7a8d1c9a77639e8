import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of the loopback address that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error('the system gave no port')
}
