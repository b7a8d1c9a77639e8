import { forgetAllowedHosts } from './allow-network.ts'
import { forgetReleasedOrigins } from './fake-origins.ts'
import { networkState } from './network-state.ts'

/**
 * The network as at the start of a test file: no allowed hosts, no interceptors of the user's, no call history, no net-connect rules.
 * Under `--no-isolate`, and in some vm pools, what one file set is still there in the next, while the setup file runs again
 * (facts/undici-and-runners.md section 4). To be called at the end of a file, not by the setup as it starts: a setup file of the user's
 * may have run before, and its `allowNetwork` must hold. Open fakes stay: whoever opened them closes them.
 */
export function resetNetwork(): void {
  forgetAllowedHosts()
  forgetReleasedOrigins()
  networkState().network.reset()
}
