const known: Readonly<Record<string, string>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  content_filter: 'content-filter',
}

/**
 * A provider's finish reason as opencode writes it. It knows four; every other one, `insufficient_system_resource` included, becomes
 * `unknown` (facts/opencode-1x.md section 3).
 */
export const finishReason = (finish: string): string => known[finish] ?? 'unknown'
