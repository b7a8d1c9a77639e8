/** How providers say that a request is longer than the model's context; DeepSeek's is the first (facts/opencode-1x.md section 7). */
const words: readonly RegExp[] = [
  /maximum context length is \d+ tokens/i,
  /reduce the length of the messages/i,
  /prompt is too long/i,
  /exceeds the context window/i,
  /exceeds (?:the )?(?:model'?s )?maximum context length/i,
  /context[_ ]length[_ ]exceeded/i,
  /context window exceeds limit/i,
  /request entity too large/i,
  /too many tokens/i,
  /token limit exceeded/i,
]

export const isContextOverflow = (message: string): boolean => words.some((word) => word.test(message))
