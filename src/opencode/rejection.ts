import type { FakeResponse } from '../http/fake-handler.ts'

/** The answer that a bad body gets instead. */
export interface Rejection {
  readonly rejected: FakeResponse
}
