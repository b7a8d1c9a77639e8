import { afterEach, beforeEach } from 'vitest'
import type { FakeHandler } from '../../src/http/fake-handler.ts'
import { claimOrigins } from '../../src/network/fake-origins.ts'
import { installNetwork } from '../../src/network/install-network.ts'
import { resetNetwork } from '../../src/network/reset-network.ts'

type Claim = ReturnType<typeof claimOrigins>

const undo: (() => void)[] = []

/** Installs the network around each test of the file, and closes what openFake opened. */
export function useNetwork(): void {
  beforeEach(() => {
    undo.push(installNetwork())
  })
  afterEach(() => {
    resetNetwork()
    for (const step of undo.splice(0).toReversed()) step()
  })
}

/** Answers `origin` until the test ends. */
export function openFake(
  handler: FakeHandler,
  { origin = 'http://fake.test', label = 'fakeOpencode' }: { origin?: string; label?: string } = {},
): Claim {
  const claim = claimOrigins({ origins: [origin], handler, label })
  undo.push(() => claim.release())
  return claim
}
