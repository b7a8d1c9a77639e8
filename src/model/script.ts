import { InvalidOptionError } from '../errors.ts'
import { isRecord } from './checks.ts'
import { describeReply } from './describe-reply.ts'
import type { ModelRequest } from './model-request.ts'
import type { ScriptedTurn } from './scripted-turn.ts'

type ReplyFunction = (request: ModelRequest) => unknown

/** Checks a reply that is no function and fills in its defaults; throws InvalidOptionError that names the item. */
export type ReplyReader = (path: string, reply: unknown) => ScriptedTurn

/** A turn that a script gave, and which item it was: `script[0]`. */
export interface TakenTurn {
  readonly path: string
  readonly turn: Promise<ScriptedTurn>
}

interface ScriptItem {
  readonly path: string
  readonly reply: ScriptedTurn | ReplyFunction
  readonly when: ((request: ModelRequest) => unknown) | undefined
  left: number
}

/**
 * A queue of replies, read and checked once when they are added. One reply answers one round-trip; a turn whose `when` holds is
 * taken before the queue. Functions are called when their turn comes.
 */
export class Script {
  readonly #name: string
  readonly #read: ReplyReader
  readonly #items: ScriptItem[] = []
  #added = 0

  /** `read`: what the player of this script can play. */
  constructor(name: string, read: ReplyReader) {
    this.#name = name
    this.#read = read
  }

  /** Reads `replies` and appends them. Throws InvalidOptionError that names the first item that is no Reply; then none is added. */
  add(replies: unknown): void {
    if (typeof replies === 'string' || !isIterable(replies)) {
      throw new InvalidOptionError({ path: this.#name, expected: 'a list of Replies', received: replies })
    }
    const items = Array.from(replies, (reply, index) =>
      readItem(`${this.#name}[${this.#added + index}]`, reply, this.#read),
    )
    this.#added += items.length
    this.#items.push(...items)
  }

  /** Puts a reply before all others. Throws InvalidOptionError for what is no Reply. */
  addFirst(reply: unknown): void {
    this.#items.unshift(readItem(this.#name, reply, this.#read))
  }

  /** How many round-trips are still scripted. */
  get remaining(): number {
    return this.#items.reduce((sum, item) => sum + item.left, 0)
  }

  /** The replies that are still scripted, each with its place: `script[1]: text "Hello."`. */
  get left(): readonly string[] {
    return this.#items.map(
      ({ path, reply, left }) => `${path}${left > 1 ? ` (${left} times)` : ''}: ${describeReply(reply)}`,
    )
  }

  /** Takes the reply to `request`: undefined when the script holds none for it. */
  take(request: ModelRequest): TakenTurn | undefined {
    const item = this.#items.find(({ when }) => when?.(request)) ?? this.#items.find(({ when }) => !when)
    if (!item) return undefined
    item.left -= 1
    if (item.left === 0) this.#items.splice(this.#items.indexOf(item), 1)
    return { path: item.path, turn: resolveReply(item.path, item.reply, request, this.#read) }
  }
}

/** A reply's turn: a function is asked, and what it gives is read like a script item. */
export async function resolveReply(
  path: string,
  reply: ScriptedTurn | ReplyFunction,
  request: ModelRequest,
  read: ReplyReader,
): Promise<ScriptedTurn> {
  if (typeof reply !== 'function') return reply
  const given = await reply(request)
  return isReplyFunction(given)
    ? resolveReply(path, given, request, read)
    : read(`${path} (what its function gave)`, given)
}

function readItem(path: string, value: unknown, read: ReplyReader): ScriptItem {
  if (isReplyFunction(value)) return { path, reply: value, when: undefined, left: 1 }
  const reply = read(path, value)
  const { when, repeat } = isRecord(value) ? value : {}
  const left = typeof repeat === 'number' ? repeat : 1
  return { path, reply, when: isReplyFunction(when) ? when : undefined, left }
}

const isReplyFunction = (value: unknown): value is ReplyFunction => typeof value === 'function'

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value
