/** What makes opencode try a round-trip again: words in the message of a failure (facts/opencode-1x.md sections 6 and 7). */
const words: readonly RegExp[] = [
  /429|500|502|503|504|524/,
  /rate increased too quickly|rate[- _]?limit|too many requests/i,
  /overloaded|service[ _-]unavailable|internal[ _]error|internal server error|server[ _-]error|provider[ _-]returned[ _-]error/i,
  /terminated|fetch failed|failed to fetch|network[-_\s]error|upstream connect|connection (?:error|refused|lost)/i,
  /socket connection was closed|socket hang up|reset before headers|getaddrinfo|enotfound|eai_again|econnrefused|econnreset|etimedout/i,
  /^timeout$|\b(?:request|response|connection|network|stream|read) (?:timeout|timed out|time out)\b/i,
  /try your request again|retry your request|resource[ _]exhausted/i,
  /\btry again (?:later|in\b)|\b(?:currently|temporarily) at capacity\b/i,
]

export const isRetryableMessage = (message: string): boolean => words.some((word) => word.test(message))
