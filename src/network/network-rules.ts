import { NetworkRefusedError } from '../errors.ts'
import { networkAllowance } from './allow-network.ts'
import { defaultOwner } from './default-owner.ts'
import { openFakes, releasedOrigin } from './fake-origins.ts'
import { isLoopback } from './is-loopback.ts'

type HostMatcher = string | RegExp | ((host: string) => boolean)

/**
 * What may reach the real network: this machine and what `allowNetwork` names; to that the user's own `enableNetConnect` adds hosts,
 * and `disableNetConnect` takes this machine away. The default origins of the fakes need `allowNetwork`, whatever else is allowed.
 */
export class NetworkRules {
  #loopback = true
  #everything = false
  #matchers: HostMatcher[] = []

  /** As undici's: with no matcher every host, else the hosts that match. */
  enableNetConnect(matcher?: HostMatcher): void {
    if (matcher === undefined) this.#everything = true
    else this.#matchers.push(matcher)
  }

  /** As undici's: nothing real is reached any more but what `allowNetwork` names. */
  disableNetConnect(): void {
    this.#loopback = false
    this.#everything = false
    this.#matchers = []
  }

  /** Back to the rules as they are before any call. */
  reset(): void {
    this.disableNetConnect()
    this.#loopback = true
  }

  /** Why a request that no fake and no interceptor answers is refused; `undefined` when it may pass. */
  refusal(
    url: URL,
    { method, pending }: { method: string; pending: readonly string[] },
  ): NetworkRefusedError | undefined {
    const allowance = networkAllowance(url)
    const owner = defaultOwner(url)
    // `allowNetwork('localhost')` says nothing about the developer's own opencode: there the port must be named.
    const passes = owner
      ? allowance === 'named' || (allowance !== undefined && !isLoopback(url.hostname))
      : allowance !== undefined || this.#enabled(url)
    if (passes) return undefined
    // The values of a query may be keys.
    const target = `${url.origin}${url.pathname}${url.search && '?…'}`
    const message = `${method} ${target} was refused: ${this.#reason(url, owner)}${pendingNote(pending)}`
    return new NetworkRefusedError(message, { origin: url.origin })
  }

  #enabled(url: URL): boolean {
    if (this.#everything || (this.#loopback && isLoopback(url.hostname))) return true
    return this.#matchers.some((matcher) => matches(matcher, url.host))
  }

  #reason(url: URL, owner: string | undefined): string {
    const last = releasedOrigin(url.origin)
    const label = last?.label ?? owner
    const allow = `allowNetwork('${url.host}')`
    if (label !== undefined) {
      const closed = last?.reason === undefined ? '' : `; ${last.reason}`
      const others = openFakes().filter((fake) => fake.label === label)
      const urls = others.map(({ origin }) => origin).join(', ')
      const elsewhere = urls && ` One is open at ${urls}: point the client there.`
      return `no ${label} is open here${closed}.${elsewhere} Open one with ${label}(), or let the real host through with ${allow}.`
    }
    const rule = this.#loopback ? 'tests reach only this machine' : 'disableNetConnect() was called'
    return `no fake and no interceptor answers it, and ${rule}. Let the real host through with ${allow}.`
  }
}

function matches(matcher: HostMatcher, host: string): boolean {
  if (typeof matcher === 'string') return matcher === host
  return matcher instanceof RegExp ? matcher.test(host) : matcher(host)
}

function pendingNote(pending: readonly string[]): string {
  return pending.length === 0 ? '' : ` Interceptors pending for this origin: ${pending.join(', ')}.`
}
