import type { BodyChunk, FakeResponse } from '../http/fake-handler.ts'

/** An event stream as an answer, with the headers of opencode's global streams (facts/opencode-1x.md section 1). */
export const eventStream = (body: AsyncIterable<BodyChunk>): FakeResponse => ({
  headers: {
    'cache-control': 'no-cache, no-transform',
    'x-content-type-options': 'nosniff',
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  },
  body,
})
