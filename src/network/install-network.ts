import { getGlobalDispatcher, setGlobalDispatcher } from './undici.ts'
import { FakeNetwork } from './fake-network.ts'
import { networkState } from './network-state.ts'
import { applyFetchPlan, currentRealm, fetchPlan } from './realm-fetch.ts'

/**
 * Puts the fakes and the guard on this process's network: undici's global dispatcher, and `fetch` where it does not see that. From then
 * on a request to a host that is no fake, no interceptor of the user's and not this machine fails with NetworkRefusedError, unless
 * `allowNetwork` names the host. Calling it again is harmless; the undo of the last call restores what was there before the first.
 *
 * @example
 * const uninstall = installNetwork()
 * after(uninstall)
 */
export function installNetwork(): () => void {
  const state = networkState()
  state.installations += 1
  state.restoreDispatcher ??= rememberDispatchers()
  // Also on a later call: a setup file that runs again takes back what a test has put in its place.
  if (getGlobalDispatcher() !== state.network) setGlobalDispatcher(state.network)
  if (state.fetch === undefined || state.fetch.installed !== globalThis.fetch) {
    const restore = applyFetchPlan(fetchPlan(currentRealm()), () =>
      state.installations > 0 ? state.network : undefined,
    )
    state.fetch = { installed: globalThis.fetch, restore }
  }
  let undone = false
  return () => {
    if (undone) return
    undone = true
    state.installations -= 1
    if (state.installations === 0) uninstall()
  }
}

function uninstall(): void {
  const state = networkState()
  const { network, restoreDispatcher, fetch } = state
  // A dispatcher that the user has set since is the user's to take away.
  if (getGlobalDispatcher() === network) restoreDispatcher?.()
  fetch?.restore()
  // Its sockets to real hosts end when they are idle; the next installation starts with a new one.
  void network.close()
  state.network = new FakeNetwork()
  state.restoreDispatcher = undefined
  state.fetch = undefined
}

/**
 * undici 7.27+ keeps the global dispatcher under two symbols, the built-in fetch of Node 26 reads the second, and the two may differ:
 * what `getGlobalDispatcher()` gives is the first alone (facts/undici-and-runners.md section 1).
 */
function rememberDispatchers(): () => void {
  const before = [1, 2]
    .map((version) => Symbol.for(`undici.globalDispatcher.${version}`))
    .map((key) => ({ key, value: Object.getOwnPropertyDescriptor(globalThis, key)?.value as unknown }))
  return () => {
    for (const { key, value } of before) Object.defineProperty(globalThis, key, { value })
  }
}
