import { sharedState } from '../shared-state.ts'
import { FakeNetwork } from './fake-network.ts'

/** What installNetwork has put in place. */
export interface NetworkState {
  network: FakeNetwork
  /** How many installations have not been undone. */
  installations: number
  /** Puts back the dispatchers that were there before the first; present while installed. */
  restoreDispatcher: (() => void) | undefined
  /** Puts back the realm's fetch, and which fetch that left in place. */
  fetch: { readonly installed: unknown; readonly restore: () => void } | undefined
}

/** The one network of this process, or of this realm, under a runner that gives each test file a realm of its own. */
export function networkState(): NetworkState {
  return sharedState('network', () => ({
    network: new FakeNetwork(),
    installations: 0,
    restoreDispatcher: undefined,
    fetch: undefined,
  }))
}
