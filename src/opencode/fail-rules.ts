import { STATUS_CODES } from 'node:http'
import { InvalidOptionError } from '../errors.ts'
import type { FakeResponse } from '../http/fake-handler.ts'
import { jsonResponse } from '../http/json-response.ts'
import { checkInteger, checkKeys, checkString } from '../model/checks.ts'

/** What `fail()` makes a matching request answer. */
export interface FailOptions {
  /** Default 500. */
  readonly status?: number
  /** Default an untagged body, so that the client's error class follows the status. */
  readonly body?: unknown
  /** The connection fails with it before any header, in place of an answer. */
  readonly error?: Error
  /** How many requests fail; null: all. Default 1. */
  readonly times?: number | null
}

interface FailRule {
  readonly method: string
  readonly path: string | RegExp
  readonly answer: () => FakeResponse
  left: number
}

/** The failures a test asked for: tried in the order given; a used-up rule is gone. */
export class FailRules {
  readonly #rules: FailRule[] = []

  /** `path`: a string is the exact path; a RegExp must match the whole path, anchored or not. Neither sees the query. */
  add(method: string, path: string | RegExp, options: FailOptions = {}): void {
    checkKeys('fail(options)', options, ['status', 'body', 'error', 'times'])
    const { status = 500, body, error, times = 1 } = options
    checkString('fail(method)', method, 'an HTTP method')
    if (!(path instanceof RegExp)) checkString('fail(path)', path, 'a path (a string or a RegExp)')
    checkInteger('fail(status)', status, { min: 100 })
    if (error !== undefined && !(error instanceof Error)) {
      throw new InvalidOptionError({ path: 'fail(error)', expected: 'an Error', received: error })
    }
    const left = times === null ? Infinity : checkInteger('fail(times)', times, { min: 1 })
    const answer = (): FakeResponse => {
      if (error) throw error
      return jsonResponse(body === undefined ? { message: STATUS_CODES[status] ?? `HTTP ${status}` } : body, { status })
    }
    this.#rules.push({ method: method.toUpperCase(), path: whole(path), answer, left })
  }

  /** The failure of the first rule that matches, used once more; undefined when none does. */
  take(method: string, path: string): (() => FakeResponse) | undefined {
    const rule = this.#rules.find((candidate) => candidate.method === method && matches(candidate.path, path))
    if (!rule) return undefined
    rule.left -= 1
    if (rule.left === 0) this.#rules.splice(this.#rules.indexOf(rule), 1)
    return rule.answer
  }
}

/** Without `g` and `y`, whose `test` remembers where it stopped. */
const whole = (path: string | RegExp): string | RegExp =>
  typeof path === 'string' ? path : new RegExp(`^(?:${path.source})$`, path.flags.replaceAll(/[gy]/g, ''))

const matches = (rule: string | RegExp, path: string): boolean =>
  typeof rule === 'string' ? rule === path : rule.test(path)
