import { InvalidOptionError } from '../errors.ts'
import { checkJson } from './check-json.ts'
import { checkBoolean, checkChoice, checkInteger, checkKeys, checkString, isRecord } from './checks.ts'
import type { ScriptedTurn, StreamFaults } from './scripted-turn.ts'

const cuts = ['reset', 'end', 'hang'] as const
const placements = ['last-chunk', 'trailing', 'both', 'every-chunk'] as const

/** What a turn does to the bytes of its stream. Throws InvalidOptionError. */
export function readStreamFaults(path: string, fields: Record<string, unknown>): StreamFaults {
  const { bytes, usagePlacement, rawFrames = [], errorFrame } = fields
  const flag = (key: string): boolean => fields[key] !== undefined && checkBoolean(`${path}.${key}`, fields[key])
  if (!Array.isArray(rawFrames)) {
    throw new InvalidOptionError({ path: `${path}.rawFrames`, expected: 'a list of strings', received: rawFrames })
  }
  return {
    omitDone: flag('omitDone'),
    omitFinish: flag('omitFinish'),
    malformedTail: flag('malformedTail'),
    ...(errorFrame !== undefined && { errorFrame: { value: checkJson(`${path}.errorFrame`, errorFrame) } }),
    rawFrames: rawFrames.map((frame, index) => checkString(`${path}.rawFrames[${index}]`, frame)),
    ...(bytes !== undefined && { bytes: checkInteger(`${path}.bytes`, bytes, { min: 1 }) }),
    usagePlacement:
      usagePlacement === undefined ? 'last-chunk' : checkChoice(`${path}.usagePlacement`, usagePlacement, placements),
  }
}

/** Where a turn of so many deltas is cut, and how: undefined where it is not. Throws InvalidOptionError. */
export function readCut(path: string, cut: unknown, deltas: number): ScriptedTurn['cut'] {
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
