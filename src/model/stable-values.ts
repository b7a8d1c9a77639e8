import { isRecord } from './checks.ts'
import { formatUsd } from './format-usd.ts'

const mark: unique symbol = Symbol.for('opencode-testing.stable')

/** Whether a value was made by `StableValues`: it is printed as it is. */
export const isStable = (value: unknown): boolean => typeof value === 'object' && value !== null && mark in value

/** What a tool was given and gave is the user's own: a time in it is one of the things to look at. */
const ofTheUser = new Set(['input', 'args', 'arguments', 'answers', 'metadata', 'structured'])

/** opencode's ids (facts/opencode-1x.md section 1), and those of tool calls: this package's, DeepSeek's, the recordings'. */
const ID = /\b(?:([a-z]{3,5})_[0-9a-f]{12}[0-9A-Za-z]{14}|(call)_(?:[0-9a-f]{12}|\d{2,}_\w+))\b/g

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** Keys as they stand in headers and messages; behind a scheme a word alone is none. */
const KEY = /\bsk-[\w-]{8,}|\b(?:Bearer|Basic) [\w.~+/-]{16,}=*/g

const KEY_NAME = /^(?:authorization|proxy-authorization|(?:x-)?api-?_?key|password|auth_token|cookie)$/i

/** Epoch ms from 2001 to 2096. */
const isEpoch = (value: unknown): boolean => typeof value === 'number' && value >= 1e12 && value < 4e12

/** Copies of values in which what differs from run to run is not: ids are counted, times gone, keys redacted. */
export class StableValues {
  readonly #ids = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** The copy of `value`; one instance counts ids over all that it is given. */
  of(value: unknown, name = '', own = false): unknown {
    if (typeof value === 'string') return KEY_NAME.test(name) ? '[redacted]' : this.#text(value)
    if (Array.isArray(value)) return marked(value.map((item: unknown) => this.of(item, name, own)))
    if (typeof value === 'number' && name === 'cost' && !own) return `${formatUsd(value)} USD`
    if (!isRecord(value) || !isPlain(value)) return value
    // In the order in which runners print keys, so that ids are counted as they are read.
    const entries = Object.entries(value)
      .filter(([key, item]) => own || !isTime(key, item))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
    return marked(
      Object.fromEntries(entries.map(([key, item]) => [key, this.of(item, key, own || ofTheUser.has(key))])),
    )
  }

  #text(text: string): string {
    return text
      .replaceAll(KEY, (key) => key.replace(/^(sk-|\w+ ).*$/, '$1[redacted]'))
      .replaceAll(ISO_TIME, '[time]')
      .replaceAll(ID, (id, prefix: string | undefined, call: string | undefined) =>
        this.#number(id, prefix ?? call ?? 'id'),
      )
  }

  #number(id: string, prefix: string): string {
    const known = this.#ids.get(id)
    if (known !== undefined) return known
    const count = (this.#counts.get(prefix) ?? 0) + 1
    this.#counts.set(prefix, count)
    this.#ids.set(id, `${prefix}_${count}`)
    return `${prefix}_${count}`
  }
}

function isTime(key: string, value: unknown): boolean {
  if (isEpoch(value)) return true
  if (key === 'timestamp') return true
  return key === 'time' && (typeof value === 'number' || (isRecord(value) && Object.values(value).every(isNumber)))
}

const isNumber = (value: unknown): boolean => typeof value === 'number'

const isPlain = (value: object): boolean => Object.prototype.toString.call(value) === '[object Object]'

function marked<T extends object>(value: T): T {
  Object.defineProperty(value, mark, { value: true })
  return value
}
