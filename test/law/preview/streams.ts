/** A stream that a recording has beside `GET /api/event`. */
export interface RecordedStream {
  /** `{session}` stands for the first session of the recording. */
  readonly path: string
  /** The place of the request before which it was opened. */
  readonly before: number
  readonly headers?: Readonly<Record<string, string>>
}

const whole = { path: '/api/session/{session}/event', before: 1 } as const
const late = (query: string, headers: Readonly<Record<string, string>> = {}): RecordedStream => ({
  path: `/api/session/{session}/event${query}`,
  before: 3,
  headers,
})

/** By recording, then by the name of the stream in it; `{session}` as in the path. */
export const recordedStreams: Readonly<Record<string, Readonly<Record<string, RecordedStream>>>> = {
  '01-plain-text': { '/api/session/{session}/event': whole },
  '03-tool-then-text': { '/api/session/{session}/event': whole },
  '10a-busy-steer': { '/api/session/{session}/event': whole },
  '14-framing': {
    '/api/session/{session}/event': whole,
    'session-event?after=2': late('?after=2'),
    'session-event (fresh, after the turn)': late(''),
    'session-event Last-Event-ID:3': late('', { 'last-event-id': '3' }),
    'session-event?after=0': late('?after=0'),
    '/api/event Last-Event-ID': { path: '/api/event', before: 2, headers: { 'last-event-id': 'evt_1' } },
    'v1 /global/event': { path: '/global/event', before: 2 },
    'v1 /event': { path: '/event', before: 2 },
  },
  '16f-connect-during-run': {
    '/api/event (late)': { path: '/api/event', before: 2 },
    'session event (late)': { path: '/api/session/{session}/event', before: 2 },
  },
}
