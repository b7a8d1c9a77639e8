import { EventEmitter } from 'node:events'

/**
 * True inside a vm context (Jest, Vitest's vm pools): Node's own modules are then made with another `Function` than this one. There
 * the built-in fetch belongs to the outer realm, and neither sees this realm's global dispatcher nor knows its errors.
 */
export const isForeignRealm: boolean = Object.getPrototypeOf(EventEmitter) !== Function.prototype

/**
 * Makes an error survive the built-in fetch of another realm, which keeps as `cause` only what is its own `Error` or has a
 * constructor of that name: an own property `constructor` (facts/undici-and-runners.md section 3). In fetch's own realm the error is
 * left as it is, so that a user's error class stays what it was.
 */
export function carryAcrossRealms<E extends Error>(error: E, { foreign }: { foreign: boolean }): E {
  if (foreign && error.constructor.name !== 'Error' && Object.isExtensible(error)) {
    Object.defineProperty(error, 'constructor', { value: Error, configurable: true, writable: true })
  }
  return error
}
