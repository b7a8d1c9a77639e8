import { type Agent, errors, MockAgent, type Interceptable } from './undici.ts'
import { NetworkRules } from './network-rules.ts'
import { OriginDispatcher } from './origin-dispatcher.ts'
import { realAgent } from './real-agent.ts'

/**
 * undici's MockAgent with the fakes behind it. The user's own `intercept()`s are asked first; what they do not match goes to the newest
 * fake on the origin, then, if the rules let it, to the real network (design, section 2, "Transport"). It uses undici's public
 * `factory` option alone. `enableNetConnect` and `disableNetConnect` speak of the real network only: fakes stay reachable.
 */
export class FakeNetwork extends MockAgent {
  readonly #rules: NetworkRules
  readonly #real: Agent
  /** Every pool there is: undici lists only those with pending interceptors. */
  readonly #pools = new Set<Interceptable>()

  constructor() {
    const rules = new NetworkRules()
    const real = realAgent()
    // Filled in below: nothing of `this` may be named before super() returns.
    const network: { pending: (origin: string) => readonly string[] } = { pending: () => [] }
    super({
      factory: (origin) =>
        new OriginDispatcher(new URL(origin).origin, { rules, real, pending: (name) => network.pending(name) }),
    })
    this.#rules = rules
    this.#real = real
    network.pending = (origin) => this.#pending(origin)
  }

  /* oxlint-disable typescript/no-unnecessary-type-parameters -- the signatures are undici's */
  override get<T extends Interceptable>(origin: string): T
  override get<T extends Interceptable>(origin: RegExp): T
  override get<T extends Interceptable>(origin: (origin: string) => boolean): T
  /* oxlint-enable typescript/no-unnecessary-type-parameters */
  override get(origin: string | RegExp | ((origin: string) => boolean)): Interceptable {
    const pool: Interceptable =
      typeof origin === 'string' ? super.get(origin) : origin instanceof RegExp ? super.get(origin) : super.get(origin)
    this.#pools.add(pool)
    return pool
  }

  /** Lets requests that nothing answers reach the real network: with no matcher all, else the hosts that match. Throws as undici does. */
  override enableNetConnect(matcher?: string | RegExp | ((host: string) => boolean)): void {
    if (
      matcher !== undefined &&
      typeof matcher !== 'string' &&
      typeof matcher !== 'function' &&
      !(matcher instanceof RegExp)
    ) {
      throw new errors.InvalidArgumentError('Unsupported matcher. Must be one of String|Function|RegExp.')
    }
    this.#rules.enableNetConnect(matcher)
  }

  /** Shuts the real network off, this machine included. */
  override disableNetConnect(): void {
    this.#rules.disableNetConnect()
  }

  /** Forgets the user's interceptors, call history and net-connect rules, as if the agent were new. */
  reset(): void {
    for (const pool of this.#pools) pool.cleanMocks()
    this.clearCallHistory()
    this.disableCallHistory()
    this.activate()
    this.#rules.reset()
  }

  override async close(): Promise<void> {
    await super.close()
    await this.#real.close()
  }

  #pending(origin: string): readonly string[] {
    return this.pendingInterceptors()
      .filter((interceptor) => interceptor.origin === origin)
      .map(({ method, path }) => `${String(method)} ${String(path)}`)
  }
}
