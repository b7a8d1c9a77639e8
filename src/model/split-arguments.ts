/** A token of JSON as DeepSeek streams it: a bracket, a quote, a colon or comma with what space follows, or a run of anything else. */
const token = /[{}[\]]|"|[:,]\s*|[^{}[\]":,]+/g

/** A tool call's arguments as the fragments of a stream: `{`, `"`, `location`, `"`, `:`, … (facts/deepseek.md section 3.2). */
export const splitArguments = (text: string): string[] => text.match(token) ?? []
