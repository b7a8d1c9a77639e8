import { realRetryDelay } from '../turn/retry-delay.ts'
import type { FlatDialect } from '../flat/dialect.ts'
import { IncompleteStream, readFailure } from './read-failure.ts'
import { spell } from './spell.ts'

/** How often a failed round-trip is tried again: five requests in all (facts/opencode-2x.md section 3.1). */
const MAX_RETRIES = 4

/** ms: longer than a quarter of an hour 2.x never waits. */
const MAX_DELAY = 15 * 60_000

