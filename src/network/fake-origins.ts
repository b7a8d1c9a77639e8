import { InvalidOptionError } from '../errors.ts'
import type { FakeHandler } from '../http/fake-handler.ts'
import { nextTurn } from '../http/real-timers.ts'
import { sharedState } from '../shared-state.ts'

/** A fake's hold on its origins. */
export interface OriginClaim {
  readonly handler: FakeHandler
  /** What opened it, for messages: `fakeOpencode`. */
  readonly label: string
  /** Hangs up the requests it is answering; each removes itself when it is done. */
  readonly hangUps: Set<() => void>
}

/** What was last open on an origin that nobody holds now. */
export interface ReleasedOrigin {
  readonly label: string
  readonly reason: string | undefined
}

interface Origins {
  /** Open claims, the newest last. */
  readonly claims: Map<string, OriginClaim[]>
  readonly released: Map<string, ReleasedOrigin>
}

const state = (): Origins => sharedState('origins', () => ({ claims: new Map(), released: new Map() }))

/**
 * Lets `handler` answer every request to `origins` (`http://localhost:4096`; a path is left out of account). The newest claim on an
 * origin answers; a release uncovers the one below, in whatever order. `release` also hangs up, a turn of the event loop later,
 * what is still open, as a server that stops; its `reason` is told to requests that come later: `it was closed when test "x" ended`. Throws InvalidOptionError for
 * what is no http(s) URL.
 */
export function claimOrigins({
  origins,
  handler,
  label,
}: {
  origins: readonly string[]
  handler: FakeHandler
  label: string
}): { release(reason?: string): void } {
  const normalised = [...new Set(origins.map((origin, index) => normaliseOrigin(origin, `origins[${index}]`)))]
  const claim: OriginClaim = { handler, label, hangUps: new Set() }
  const { claims, released } = state()
  for (const origin of normalised) claims.set(origin, [...(claims.get(origin) ?? []), claim])
  let open = true
  return {
    release(reason) {
      if (!open) return
      open = false
      for (const origin of normalised) {
        const left = (claims.get(origin) ?? []).filter((other) => other !== claim)
        if (left.length > 0) {
          claims.set(origin, left)
        } else {
          claims.delete(origin)
          released.set(origin, { label, reason })
        }
      }
      // Not at once: streams that the fake has just ended reach their clients' end first, and end cleanly.
      void nextTurn().then(() => claim.hangUps.forEach((hangUp) => hangUp()))
    },
  }
}

/** The claim that answers on an origin now. */
export function liveClaim(origin: string): OriginClaim | undefined {
  return state().claims.get(origin)?.at(-1)
}

/** The label of the newest claim on an origin, `undefined` where there is none. Throws InvalidOptionError as claimOrigins does. */
export function originHolder(origin: string): string | undefined {
  return liveClaim(normaliseOrigin(origin, 'origin'))?.label
}

/** What is open now, the oldest first: its label, and the first of its origins. */
export function openFakes(): readonly { readonly label: string; readonly origin: string }[] {
  const firsts = new Map<OriginClaim, string>()
  for (const [origin, claims] of state().claims) {
    for (const claim of claims) if (!firsts.has(claim)) firsts.set(claim, origin)
  }
  return [...firsts].map(([{ label }, origin]) => ({ label, origin }))
}

/** What was last open on an origin that has no claim now. */
export function releasedOrigin(origin: string): ReleasedOrigin | undefined {
  const { claims, released } = state()
  return claims.has(origin) ? undefined : released.get(origin)
}

/** Forgets who held origins before; live claims stay. */
export function forgetReleasedOrigins(): void {
  state().released.clear()
}

function normaliseOrigin(origin: string, path: string): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new InvalidOptionError({ path, expected: 'an http or https URL', received: origin })
  }
  return url.origin
}
