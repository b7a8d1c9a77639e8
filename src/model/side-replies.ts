/** What a title request is answered with. Both fakes give this one, so that the same session has the same title on both. */
export const TITLE_REPLY = 'Fake Title From LLM'

/** What the request for a compaction's summary is answered with. */
export const SUMMARY_REPLY = 'Fake summary from LLM'
