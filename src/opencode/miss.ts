import type { RequestRecord } from '../http/request-record.ts'

/** Something that went another way than the test can have meant; the client got the real server's answer all the same. */
export interface Miss {
  /** `route`: no such endpoint. `script`: a round-trip that was not scripted. `stream`: a client that listens on another directory. */
  readonly kind: 'route' | 'script' | 'stream'
  /** What happened, and what to do. */
  readonly message: string
  readonly request?: RequestRecord
}
