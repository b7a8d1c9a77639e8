import { InvalidOptionError } from '../errors.ts'
import { checkJson } from './check-json.ts'
import { checkInteger, checkKeys, checkString, isRecord } from './checks.ts'
import type { ScriptedBlock } from './scripted-turn.ts'
import { splitArguments } from './split-arguments.ts'
import { splitText } from './split-text.ts'
import { argumentsText, isToolCall, readToolCall } from './tool-call.ts'

/** Into how many deltas a text is split that does not say. */
const CHUNKS = 3

/** The blocks of a turn: reasoning, text, tool calls, in this order. Throws InvalidOptionError. */
export function readTurnBlocks(
  path: string,
  { reasoning, text, toolCalls, chunks }: Record<string, unknown>,
): ScriptedBlock[] {
  const count =
    Array.isArray(chunks) || chunks === undefined ? CHUNKS : checkInteger(`${path}.chunks`, chunks, { min: 1 })
  const thought = reasoning === undefined ? '' : checkString(`${path}.reasoning`, reasoning)
  const said = text === undefined ? undefined : checkString(`${path}.text`, text)
  if (toolCalls !== undefined && !Array.isArray(toolCalls)) {
    throw new InvalidOptionError({ path: `${path}.toolCalls`, expected: 'a list of tool calls', received: toolCalls })
  }
  const calls: readonly unknown[] = toolCalls ?? []
  const blocks: ScriptedBlock[] = [
    { kind: 'reasoning', deltas: splitText(thought, count) },
    {
      kind: 'text',
      deltas: Array.isArray(chunks) ? readDeltas(`${path}.chunks`, chunks, said) : splitText(said ?? '', count),
    },
    ...calls.map((call, index) => readToolBlock(`${path}.toolCalls[${index}]`, call)),
  ]
  return blocks.filter(({ kind, deltas }) => kind === 'tool' || deltas.length > 0)
}

/** The blocks of a list, in its order. Throws InvalidOptionError. */
export function readBlockList(path: string, list: readonly unknown[]): ScriptedBlock[] {
  const blocks = list.map((block, index) => readBlock(`${path}[${index}]`, block))
  return blocks.filter(({ kind, deltas }) => kind === 'tool' || kind === 'raw' || deltas.length > 0)
}

function readBlock(path: string, block: unknown): ScriptedBlock {
  if (typeof block === 'string') return { kind: 'text', deltas: splitText(block, CHUNKS) }
  if (isToolCall(block)) return readToolBlock(path, block)
  if (isRecord(block) && block['type'] === 'reasoning') {
    checkKeys(path, block, ['type', 'text'])
    return { kind: 'reasoning', deltas: splitText(checkString(`${path}.text`, block['text']), CHUNKS) }
  }
  if (isRecord(block) && block['type'] === 'raw' && 'block' in block) {
    checkKeys(path, block, ['type', 'block'])
    return { kind: 'raw', block: checkJson(`${path}.block`, block['block']), deltas: [] }
  }
  const expected = 'a block (a string, toolCall(name, args), reasoning(text) or raw(block))'
  throw new InvalidOptionError({ path, expected, received: block })
}

/** A tool call as a block. Throws InvalidOptionError. */
export function readToolBlock(path: string, value: unknown): ScriptedBlock {
  const call = readToolCall(path, value)
  return { kind: 'tool', call, deltas: splitArguments(argumentsText(call)) }
}

function readDeltas(path: string, chunks: readonly unknown[], text: string | undefined): string[] {
  const deltas = chunks.map((chunk, index) => checkString(`${path}[${index}]`, chunk))
  if (text !== undefined && deltas.join('') !== text) {
    throw new InvalidOptionError({
      path,
      expected: `strings that join to the text '${text}'`,
      received: deltas.join(''),
    })
  }
  return deltas
}
