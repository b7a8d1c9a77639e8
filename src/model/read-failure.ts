import { InvalidOptionError } from '../errors.ts'
import { checkInteger, checkRecord, checkString } from './checks.ts'
import type { ScriptedTurn } from './scripted-turn.ts'
import { toJson } from './to-json.ts'

/** The HTTP error of a turn: undefined where it has no status. Throws InvalidOptionError. */
export function readFailure(path: string, { status, body, headers }: Record<string, unknown>): ScriptedTurn['failure'] {
  if (status === undefined) {
    const stray = body ?? headers
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
  const text = typeof body === 'string' ? body : body === undefined ? '' : toJson(body)
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
