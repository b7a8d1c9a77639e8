import { InvalidOptionError } from '../errors.ts'
import { checkKeys, isRecord } from './checks.ts'
import { readBlockList, readToolBlock } from './read-blocks.ts'
import { assembleTurn, readTurn } from './read-turn.ts'
import type { ScriptedTurn } from './scripted-turn.ts'
import { isToolCall } from './tool-call.ts'

const expected = 'a Reply (a string, a tool call, a list of blocks, a turn, an Error, or a function that gives one)'

/**
 * Checks a reply that is no function and fills in its defaults. Throws InvalidOptionError that names the item, for example
 * `script[0].delayChunk: expected a number of ms >= 0, received -1`.
 */
export function readReply(path: string, reply: unknown): ScriptedTurn {
  if (typeof reply === 'string') return readTurn(path, { text: reply })
  if (Array.isArray(reply)) return assembleTurn(path, {}, readBlockList(path, reply))
  if (reply instanceof Error) return { ...readTurn(path, { refuse: true }), refusal: { cause: reply } }
  if (!isRecord(reply) || 'then' in reply) throw new InvalidOptionError({ path, expected, received: reply })
  if (isToolCall(reply)) return assembleTurn(path, {}, [readToolBlock(path, reply)])
  return 'blocks' in reply ? readModelReply(path, reply) : readTurn(path, reply)
}

/** What another model answered: its blocks say it all, `text`, `reasoning` and `toolCalls` only repeat them. */
function readModelReply(path: string, reply: Record<string, unknown>): ScriptedTurn {
  checkKeys(path, reply, ['blocks', 'text', 'reasoning', 'toolCalls', 'finish', 'usage'])
  const { blocks, finish, usage } = reply
  if (!Array.isArray(blocks)) {
    throw new InvalidOptionError({ path: `${path}.blocks`, expected: 'a list of blocks', received: blocks })
  }
  const fields = { ...(finish !== undefined && { finish }), ...(usage !== undefined && { usage }) }
  return assembleTurn(path, fields, readBlockList(`${path}.blocks`, blocks))
}
