import type { Dispatcher } from './undici.ts'
import { openFakes } from './fake-origins.ts'

/**
 * `handler`, whose refused connections say which fakes are open: a client on a port of this machine where nobody listens was most likely
 * meant to reach one. The error stays the real one, code and all, so that the code under test sees what it would see.
 */
export function tellOpenFakes(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  if (openFakes().length === 0) return handler
  return new Proxy(handler, {
    // The handler itself is `this` in all it does: undici's have private fields.
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: readonly unknown[]): unknown => {
        if (name === 'onError' || name === 'onResponseError') args.forEach(addOpenFakes)
        return Reflect.apply(value, target, args)
      }
    },
  })
}

function addOpenFakes(error: unknown): void {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ECONNREFUSED') return
  const open = openFakes().map(({ label, origin }) => `${label} at ${origin}`)
  if (open.length === 0 || error.message.includes('Open fakes:')) return
  // Where both addresses of `localhost` refuse, Node's error has no message of its own.
  error.message = `${error.message || 'the connection was refused'}. Nobody listens there. Open fakes: ${open.join(', ')}`
}
