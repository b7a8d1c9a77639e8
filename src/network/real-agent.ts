import { Agent } from './undici.ts'

/**
 * The connections to the real network. undici unrefs its timers, and those of jsdom's window are numbers: there it is told to have none,
 * so each request has a connection of its own and waits as long as it takes.
 */
export const realAgent = (): Agent =>
  new Agent(hasNodeTimers() ? {} : { connect: { timeout: 0 }, headersTimeout: 0, bodyTimeout: 0, pipelining: 0 })

function hasNodeTimers(): boolean {
  const timer = setTimeout(() => undefined, 0)
  clearTimeout(timer)
  return typeof timer === 'object'
}
