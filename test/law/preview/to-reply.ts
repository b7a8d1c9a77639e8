import type { Reply, ToolCall, Turn } from 'opencode-testing'
import { textUsage } from '../recipe.ts'

/** What a recorded model server was told to answer one request with (captures/RECIPES.md). */
export interface RecordedScript {
  readonly deltas?: readonly Readonly<Record<string, unknown>>[]
  readonly status?: number
  readonly body?: unknown
  readonly finish?: string
  readonly usage?: Readonly<Record<string, unknown>>
  readonly delayMs?: number
  readonly hang?: boolean
  readonly cut?: boolean
  readonly endNoFinish?: boolean
  readonly destroyImmediately?: boolean
}

/** The reply that says the same to a fake. `results`: what the calls of it gave in the recording, by id. */
export function toReply(script: RecordedScript, results: ReadonlyMap<string, ToolCall['result']>): Reply {
  if (script.status !== undefined) return { status: script.status, body: script.body }
  // The recorded server reset its connections so soon that the client never saw a header.
  if (script.destroyImmediately || script.cut) return { refuse: true }
  const { texts, reasoning, calls, frames } = readDeltas(script.deltas ?? [])
  return {
    ...(reasoning.length > 0 && { reasoning: reasoning.join('') }),
    ...(texts.length > 0 && { text: texts.join(''), chunks: texts }),
    ...(calls.length > 0 && { toolCalls: calls.map((call) => toCall(call, results)) }),
    ...(script.finish !== undefined && { finish: script.finish }),
    ...(frames.length > 0 && { rawFrames: frames }),
    ...(script.hang && { cut: 'hang' as const }),
    ...(script.endNoFinish && frames.length === 0 && { cut: 'end' as const }),
    ...(sleeps(script) && { delayChunk: 250 }),
    usage: toUsage(script.usage),
  } satisfies Turn
}

interface RecordedCall {
  readonly id: string
  readonly name: string
  readonly args: string
}

function readDeltas(deltas: readonly Readonly<Record<string, unknown>>[]): {
  readonly texts: readonly string[]
  readonly reasoning: readonly string[]
  readonly calls: readonly RecordedCall[]
  readonly frames: readonly string[]
} {
  const raw = deltas.findIndex((delta) => '__raw' in delta)
  // What stands behind a bad frame was never read.
  const shown = raw === -1 ? deltas : deltas.slice(0, raw)
  const calls: RecordedCall[] = []
  for (const { tool_calls: list } of shown) {
    for (const { index, id, function: called } of Array.isArray(list) ? list : []) {
      const before = calls[index] ?? { id: String(id), name: String(called.name), args: '' }
      calls[index] = { ...before, args: before.args + String(called.arguments ?? '') }
    }
  }
  const textsOf = (key: string): readonly string[] =>
    shown.map((delta) => delta[key]).filter((text) => typeof text === 'string')
  const frame = deltas[raw]?.['__raw']
  const frames = raw === -1 ? [] : [`data: ${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n\n`]
  return { texts: textsOf('content'), reasoning: textsOf('reasoning_content'), calls, frames }
}

function toCall({ id, name, args }: RecordedCall, results: ReadonlyMap<string, ToolCall['result']>): ToolCall {
  const result = results.get(id)
  return { id, name, args, ...(result !== undefined && { result }) }
}

const sleeps = ({ deltas = [] }: RecordedScript): boolean => deltas.some((delta) => '__sleep' in delta)

function toUsage(usage: RecordedScript['usage']): NonNullable<Turn['usage']> {
  if (!usage) return textUsage
  const details: unknown = usage['completion_tokens_details']
  return {
    prompt: Number(usage['prompt_tokens']),
    completion: Number(usage['completion_tokens']),
    cacheHit: Number(usage['prompt_cache_hit_tokens']),
    reasoning: Number(Object(details)['reasoning_tokens'] ?? 0),
  }
}
