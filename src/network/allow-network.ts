import { InvalidOptionError } from '../errors.ts'
import { sharedState } from '../shared-state.ts'

/** A host that tests may reach; without a port, on every port. */
interface AllowedHost {
  readonly hostname: string
  readonly port: string | undefined
}

const allowedHosts = (): Set<AllowedHost> => sharedState('allowed-hosts', () => new Set<AllowedHost>())

/**
 * Lets requests to `host` through to the real network: `api.example.com` (every port), `localhost:4096`, `[::1]:4096`. Returns
 * what takes it back. Throws InvalidOptionError for anything but a host with or without a port.
 */
export function allowNetwork(host: string): () => void {
  const allowed = parseHost(host)
  const hosts = allowedHosts()
  hosts.add(allowed)
  return () => void hosts.delete(allowed)
}

/** Whether `allowNetwork` lets a URL through; `named` when its port was named too. */
export function networkAllowance(url: URL): 'named' | 'any port' | undefined {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const matching = [...allowedHosts()].filter((allowed) => allowed.hostname === url.hostname)
  if (matching.some((allowed) => allowed.port === port)) return 'named'
  return matching.some((allowed) => allowed.port === undefined) ? 'any port' : undefined
}

/** Takes every allowance back. */
export function forgetAllowedHosts(): void {
  allowedHosts().clear()
}

function parseHost(host: unknown): AllowedHost {
  const error = new InvalidOptionError({
    path: 'host',
    expected: 'a host with or without a port, such as api.example.com or localhost:4096',
    received: host,
  })
  if (typeof host !== 'string') throw error
  const match = /^(\[[\da-f:.]+\]|[^\s:/?#@\\*[\]]+)(?::(\d{1,5}))?$/iu.exec(host)
  if (match === null || !URL.canParse(`http://${host}`)) throw error
  const port = match[2] === undefined ? undefined : String(Number(match[2]))
  return { hostname: new URL(`http://${match[1]}`).hostname, port }
}
