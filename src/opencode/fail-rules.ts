import { STATUS_CODES } from 'node:http'
import { InvalidOptionError } from '../errors.ts'
import type { FakeResponse } from '../http/fake-handler.ts'
import { jsonResponse } from '../http/json-response.ts'
import { wholePattern } from '../http/whole-pattern.ts'
import { checkInteger, checkKeys, checkRecord, checkString } from '../model/checks.ts'

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
    checkKeys('fail(options)', checkRecord('fail(options)', options), ['status', 'body', 'error', 'times'])
    checkString('fail(method)', method, 'an HTTP method')
    if (!(path instanceof RegExp)) checkPath(path)
    const { times = 1 } = options
    const left = times === null ? Infinity : checkInteger('fail(times)', times, { min: 1 })
    this.#rules.push({
      method: method.toUpperCase(),
      path: path instanceof RegExp ? wholePattern(path) : path,
      answer: readAnswer(options),
      left,
    })
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

function checkPath(path: string): void {
  checkString('fail(path)', path, 'a path (a string or a RegExp)')
  if (path.startsWith('/') && !/[?#]/.test(path)) return
  throw new InvalidOptionError({
    path: 'fail(path)',
    expected: 'a path that begins with / and has no query',
    received: path,
  })
}

function readAnswer({ status, body, error }: FailOptions): () => FakeResponse {
  if (error !== undefined) {
    if (!(error instanceof Error))
      throw new InvalidOptionError({ path: 'fail(error)', expected: 'an Error', received: error })
    if (status !== undefined || body !== undefined) {
      throw new InvalidOptionError({
        path: 'fail(error)',
        expected: 'no status and no body beside it',
        received: error,
      })
    }
    return () => {
      throw error
    }
  }
  const answered = readStatus(status ?? 500)
  const message = STATUS_CODES[answered] ?? `HTTP ${answered}`
  const response = toJsonResponse(body === undefined ? { message } : body, answered)
  return () => response
}

function readStatus(status: number): number {
  if (checkInteger('fail(status)', status) >= 200 && status <= 599) return status
  throw new InvalidOptionError({ path: 'fail(status)', expected: 'an HTTP status, 200 to 599', received: status })
}

/** Written out at once, so that the test may go on with its object. */
function toJsonResponse(body: unknown, status: number): FakeResponse {
  let response: FakeResponse = {}
  try {
    response = jsonResponse(body, { status })
  } catch {
    // a BigInt, a circle: refused below like a function, which has no JSON either
  }
  if (response.body !== undefined) return response
  throw new InvalidOptionError({ path: 'fail(body)', expected: 'JSON', received: body })
}

const matches = (rule: string | RegExp, path: string): boolean =>
  typeof rule === 'string' ? rule === path : rule.test(path)
