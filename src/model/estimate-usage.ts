import { estimateTokens } from './estimate-tokens.ts'
import type { ModelRequest } from './model-request.ts'
import type { ScriptedBlock } from './scripted-turn.ts'
import type { Usage } from './usage.ts'

/**
 * Tokens of a request, by `estimateTokens`, of all its text: each message's content and reasoning, the names and arguments of tool calls,
 * and the names, descriptions and parameters (as JSON) of the tools it offers.
 */
export function estimatePrompt({ messages, tools = [] }: ModelRequest): number {
  const said = messages.flatMap(({ content, reasoning = '', toolCalls = [] }) => [
    content,
    reasoning,
    ...toolCalls.flatMap((call) => [call.name, call.arguments]),
  ])
  const offered = tools.flatMap(({ name, description = '', parameters }) => [
    name,
    description,
    JSON.stringify(parameters) ?? '',
  ])
  return estimateTokens([...said, ...offered].join(''))
}

/**
 * The usage of a round-trip, from the text alone: `prompt` as `estimatePrompt`, `completion` of the text, the names and arguments of the
 * tool calls, and the reasoning, which is counted by itself. Nothing is ever read from a cache.
 */
export function estimateUsage(request: ModelRequest, blocks: readonly ScriptedBlock[]): Usage {
  const thought = blocks.filter(({ kind }) => kind === 'reasoning')
  const rest = blocks.filter(({ kind }) => kind !== 'reasoning')
  const prompt = estimatePrompt(request)
  const reasoning = estimateTokens(thought.map(textOf).join(''))
  const completion = reasoning + estimateTokens(rest.map(textOf).join(''))
  return { prompt, completion, cacheHit: 0, cacheMiss: prompt, reasoning }
}

const textOf = (block: ScriptedBlock): string => (block.kind === 'tool' ? block.call.name : '') + block.deltas.join('')
