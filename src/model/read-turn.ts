import { InvalidOptionError } from '../errors.ts'
import { checkBoolean, checkInteger, checkKeys, checkRecord, checkString } from './checks.ts'
import { readTurnBlocks } from './read-blocks.ts'
import { readFailure } from './read-failure.ts'
import { readCut, readStreamFaults } from './read-stream-faults.ts'
import { readUsage } from './read-usage.ts'
import type { ScriptedBlock, ScriptedTurn } from './scripted-turn.ts'
import { checkDelay } from './check-delay.ts'

const keys = [
  'reasoning',
  'text',
  'toolCalls',
  'finish',
  'usage',
  'omitUsage',
  'status',
  'body',
  'headers',
  'delayBeforeHeaders',
  'delayFirst',
  'delayChunk',
  'omitDone',
  'omitFinish',
  'malformedTail',
  'cut',
  'refuse',
  'errorFrame',
  'keepAlive',
  'rawFrames',
  'chunks',
  'bytes',
  'usagePlacement',
  'when',
  'repeat',
]

/** Checks a turn and fills in its defaults. Throws InvalidOptionError with the path of the field that cannot be right. */
export function readTurn(path: string, value: unknown): ScriptedTurn {
  const fields = checkRecord(path, value, 'a turn')
  checkKeys(path, fields, keys)
  checkUse(path, fields)
  return assembleTurn(path, fields, readTurnBlocks(path, fields))
}

/** A turn of these blocks, with the other fields of `fields`. Throws InvalidOptionError. */
export function assembleTurn(
  path: string,
  fields: Record<string, unknown>,
  blocks: readonly ScriptedBlock[],
): ScriptedTurn {
  const deltas = blocks.reduce((sum, block) => sum + block.deltas.length, 0)
  const failure = readFailure(path, fields)
  const cut = readCut(`${path}.cut`, fields['cut'], deltas)
  const refused = fields['refuse'] !== undefined && checkBoolean(`${path}.refuse`, fields['refuse'])
  if ((failure ?? refused) && (blocks.length > 0 || cut)) {
    const key = failure ? 'status' : 'refuse'
    const expected = `no text, reasoning, tool calls or cut beside ${key}, which stands in place of a stream`
    throw new InvalidOptionError({ path: `${path}.${key}`, expected, received: fields[key] })
  }
  const called = blocks.some(({ kind }) => kind === 'tool')
  return {
    blocks,
    finish:
      fields['finish'] === undefined
        ? called
          ? 'tool_calls'
          : 'stop'
        : checkString(`${path}.finish`, fields['finish']),
    usage: readTurnUsage(path, fields),
    ...(failure && { failure }),
    ...(refused && { refusal: {} }),
    ...(cut && { cut }),
    delays: readDelays(path, fields),
    stream: readStreamFaults(path, fields),
  }
}

function readTurnUsage(path: string, { usage, omitUsage }: Record<string, unknown>): ScriptedTurn['usage'] {
  const omitted = omitUsage !== undefined && checkBoolean(`${path}.omitUsage`, omitUsage)
  if (usage === undefined) return omitted ? 'omitted' : 'default'
  if (omitted)
    throw new InvalidOptionError({ path: `${path}.omitUsage`, expected: 'no usage beside it', received: usage })
  return readUsage(`${path}.usage`, usage)
}

/** When and how often the turn is played is the script's business; here it is only checked, wherever the turn is used. */
function checkUse(path: string, { when, repeat }: Record<string, unknown>): void {
  if (when !== undefined && typeof when !== 'function') {
    throw new InvalidOptionError({ path: `${path}.when`, expected: 'a function of the request', received: when })
  }
  if (repeat !== undefined) checkInteger(`${path}.repeat`, repeat, { min: 1 })
}

function readDelays(path: string, fields: Record<string, unknown>): ScriptedTurn['delays'] {
  const delay = (key: string, min = 0): number | undefined =>
    fields[key] === undefined ? undefined : checkDelay(`${path}.${key}`, fields[key], min)
  const keepAlive = delay('keepAlive', 1)
  return {
    beforeHeaders: delay('delayBeforeHeaders') ?? 0,
    first: delay('delayFirst') ?? 0,
    chunk: delay('delayChunk') ?? 0,
    ...(keepAlive !== undefined && { keepAlive }),
  }
}
