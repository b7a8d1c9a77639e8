import { InvalidOptionError } from '../errors.ts'
import { checkKeys, checkString, isRecord } from './checks.ts'
import { readTurn } from './read-turn.ts'
import type { ScriptedBlock, ScriptedTurn } from './scripted-turn.ts'
import { splitText } from './split-text.ts'

const expected = 'a Reply (a string, a list of blocks, a turn, or a function that gives one)'

/**
 * Checks a reply that is no function and fills in its defaults. Throws InvalidOptionError that names the item, for example
 * `script[0].delayChunk: expected a number of ms >= 0, received -1`.
 */
export function readReply(path: string, reply: unknown): ScriptedTurn {
  if (typeof reply === 'string') return readTurn(path, { text: reply })
  if (Array.isArray(reply)) {
    const blocks = reply.map((block, index) => readBlock(`${path}[${index}]`, block))
    return { ...readTurn(path, {}), blocks: blocks.filter((block) => block.deltas.length > 0) }
  }
  if (isRecord(reply) && !(reply instanceof Error) && !('then' in reply)) return readTurn(path, reply)
  throw new InvalidOptionError({ path, expected, received: reply })
}

function readBlock(path: string, block: unknown): ScriptedBlock {
  if (typeof block === 'string') return { kind: 'text', deltas: splitText(block, 3) }
  if (isRecord(block) && block['type'] === 'reasoning') {
    checkKeys(path, block, ['type', 'text'])
    return { kind: 'reasoning', deltas: splitText(checkString(`${path}.text`, block['text']), 3) }
  }
  throw new InvalidOptionError({ path, expected: 'a block (a string or reasoning(text))', received: block })
}
