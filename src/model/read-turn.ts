import { InvalidOptionError } from '../errors.ts'
import {
  checkBoolean,
  checkChoice,
  checkInteger,
  checkKeys,
  checkNumber,
  checkRecord,
  checkString,
  isRecord,
} from './checks.ts'
import { readUsage } from './read-usage.ts'
import type { ScriptedBlock, ScriptedTurn } from './scripted-turn.ts'
import { splitText } from './split-text.ts'

const cuts = ['hang'] as const
const keys = [
  'reasoning',
  'text',
  'finish',
  'usage',
  'omitUsage',
  'status',
  'body',
  'headers',
  'delayBeforeHeaders',
  'delayFirst',
  'delayChunk',
  'cut',
  'chunks',
  'when',
  'repeat',
]

/** Checks a turn and fills in its defaults. Throws InvalidOptionError with the path of the field that cannot be right. */
export function readTurn(path: string, value: unknown): ScriptedTurn {
  const fields = checkRecord(path, value, 'a turn')
  checkKeys(path, fields, keys)
  checkUse(path, fields)
  const blocks = readBlocks(path, fields)
  const deltas = blocks.reduce((sum, block) => sum + block.deltas.length, 0)
  const delay = (key: string): number => readDelay(`${path}.${key}`, fields[key] ?? 0)
  const failure = readFailure(path, fields)
  const cut = readCut(`${path}.cut`, fields['cut'], deltas)
  if (failure && (deltas > 0 || cut)) {
    const expected = 'no text, reasoning or cut beside a status, which is an HTTP answer in place of a stream'
    throw new InvalidOptionError({ path: `${path}.status`, expected, received: failure.status })
  }
  return {
    blocks,
    finish: fields['finish'] === undefined ? 'stop' : checkString(`${path}.finish`, fields['finish']),
    usage: readTurnUsage(path, fields),
    ...(failure && { failure }),
    ...(cut && { cut }),
    delays: { beforeHeaders: delay('delayBeforeHeaders'), first: delay('delayFirst'), chunk: delay('delayChunk') },
  }
}

/** Longer than this no timer waits: it would fire at once. */
const MAX_DELAY = 2 ** 31 - 1

function readDelay(path: string, value: unknown): number {
  const delay = checkNumber(path, value, { unit: 'ms' })
  if (delay <= MAX_DELAY) return delay
  throw new InvalidOptionError({
    path,
    expected: `at most ${MAX_DELAY} ms, the longest a timer waits`,
    received: delay,
  })
}

/** When and how often the turn is played is the script's business; here it is only checked, wherever the turn is used. */
function checkUse(path: string, { when, repeat }: Record<string, unknown>): void {
  if (when !== undefined && typeof when !== 'function') {
    throw new InvalidOptionError({ path: `${path}.when`, expected: 'a function of the request', received: when })
  }
  if (repeat !== undefined) checkInteger(`${path}.repeat`, repeat, { min: 1 })
}

function readBlocks(path: string, fields: Record<string, unknown>): ScriptedBlock[] {
  const { reasoning, text, chunks } = fields
  const blocks: ScriptedBlock[] = []
  const count = Array.isArray(chunks) || chunks === undefined ? 3 : checkInteger(`${path}.chunks`, chunks, { min: 1 })
  if (reasoning !== undefined) {
    const thought = checkString(`${path}.reasoning`, reasoning)
    if (thought !== '') blocks.push({ kind: 'reasoning', deltas: splitText(thought, count) })
  }
  const said = text === undefined ? undefined : checkString(`${path}.text`, text)
  if (Array.isArray(chunks)) blocks.push({ kind: 'text', deltas: readDeltas(`${path}.chunks`, chunks, said) })
  else if (said) blocks.push({ kind: 'text', deltas: splitText(said, count) })
  return blocks
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

function readTurnUsage(path: string, { usage, omitUsage }: Record<string, unknown>): ScriptedTurn['usage'] {
  const omitted = omitUsage !== undefined && checkBoolean(`${path}.omitUsage`, omitUsage)
  if (usage === undefined) return omitted ? 'omitted' : 'default'
  if (omitted)
    throw new InvalidOptionError({ path: `${path}.omitUsage`, expected: 'no usage beside it', received: usage })
  return readUsage(`${path}.usage`, usage)
}

function readFailure(path: string, { status, body = '', headers }: Record<string, unknown>): ScriptedTurn['failure'] {
  if (status === undefined) {
    const stray = body === '' ? headers : body
    if (stray === undefined) return undefined
    throw new InvalidOptionError({
      path: `${path}.status`,
      expected: 'an HTTP status beside body and headers',
      received: status,
    })
  }
  if (checkInteger(`${path}.status`, status, { min: 400 }) > 599) {
    throw new InvalidOptionError({
      path: `${path}.status`,
      expected: 'an HTTP error status, 400 to 599',
      received: status,
    })
  }
  const text = typeof body === 'string' ? body : toJson(body)
  if (text === undefined)
    throw new InvalidOptionError({ path: `${path}.body`, expected: 'a string or JSON', received: body })
  const named = headers === undefined ? {} : checkRecord(`${path}.headers`, headers)
  const sent = Object.entries(named).map(([name, value]) => [
    name.toLowerCase(),
    checkString(`${path}.headers.${name}`, value),
  ])
  return {
    status: Number(status),
    body: text,
    headers: { 'content-type': 'application/json', ...Object.fromEntries(sent) },
  }
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined // a BigInt, a circle: refused like a function, which has no JSON either
  }
}

function readCut(path: string, cut: unknown, deltas: number): ScriptedTurn['cut'] {
  if (cut === undefined) return undefined
  if (!isRecord(cut)) return { after: deltas, how: checkChoice(path, cut, cuts) }
  checkKeys(path, cut, ['after', 'how'])
  const after = checkInteger(`${path}.after`, cut['after'])
  if (after > deltas) {
    throw new InvalidOptionError({
      path: `${path}.after`,
      expected: `at most ${deltas}, the turn's number of deltas`,
      received: after,
    })
  }
  return { after, how: checkChoice(`${path}.how`, cut['how'], cuts) }
}
