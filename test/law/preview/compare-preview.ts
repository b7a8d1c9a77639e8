import { createNormaliser } from '../set-aside.ts'

/** Times of the preview beside those of v1 (set-aside.ts), and what else differs between two machines. */
const TIMES: ReadonlySet<string> = new Set(['timestamp', 'timeCreated', 'ran', 'created', 'updated', 'completed'])

type Fields = Readonly<Record<string, unknown>>

/** Whether a recording kept this body. */
export const isTold = (body: unknown): boolean => !(typeof body === 'string' && body.startsWith('<left out'))

/**
 * Returns a function that makes events and answers comparable: ids are renamed in the order they appear, times set aside, cursors
 * opened, and pieces of one text put together, as how a text is cut is the script's.
 */
export function toComparable(): {
  readonly compare: (value: { events: readonly unknown[]; answers: unknown }) => object
} {
  const normalise = createNormaliser()
  return {
    compare: ({ events, answers }) => ({
      events: normalise(joined(events).map(ofEvent)),
      answers: normalise(simplify(answers)),
    }),
  }
}

/** An event's own id names nothing. */
function ofEvent(event: unknown): unknown {
  const { id: _, ...rest } = Object(event)
  return simplify(rest)
}

function joined(events: readonly unknown[]): readonly unknown[] {
  const kept: Fields[] = []
  for (const event of events) {
    const { type, data } = Object(event)
    const before = kept.find(
      (earlier) => String(type).endsWith('.delta') && earlier['type'] === type && isSame(Object(earlier['data']), data),
    )
    if (before) Object(before['data']).delta += data.delta
    else kept.push(structuredClone(Object(event)))
  }
  return kept
}

const keys = ['assistantMessageID', 'callID', 'textID', 'reasoningID']

const isSame = (one: Fields, other: Fields): boolean => keys.every((key) => one[key] === other[key])

function simplify(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return ofText(value, key)
  if (typeof value === 'number' && TIMES.has(key)) return '(time)'
  if (Array.isArray(value)) return value.map((item) => simplify(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => toEntry(key, name, inner)))
}

/** Named so that set-aside.ts does not set aside more than it should: the version of an event's shape, the files of a step. */
function toEntry(parent: string, name: string, value: unknown): readonly [string, unknown] {
  // In an answer the list of events has their ids.
  if (name === 'id' && typeof value === 'string' && value.startsWith('evt_')) return [name, '(event)']
  if (name === 'id' && parent === 'project') return [name, '(project)']
  if (name === 'version' && parent === 'durable') return ['shape', value]
  if (name === 'snapshot' && typeof value === 'object') return ['snapshots', withoutHashes(Object(value))]
  return [name, simplify(value, name)]
}

const withoutHashes = ({ start, end, ...rest }: Fields): Fields => ({
  ...rest,
  hashes: [start, end].map((hash) => typeof hash),
})

function ofText(text: string, key: string): unknown {
  if ((key === 'previous' || key === 'next') && text !== '') {
    return simplify(JSON.parse(Buffer.from(text, 'base64url').toString()), 'cursor')
  }
  if (text.startsWith('<<web UI')) return '<<web UI>>'
  // The recorded server's configured model and the fake's own.
  if (text === 'fake-model') return 'deepseek-chat'
  if (key === 'timestamp') return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? '(date)' : text
  return text === 'fake' ? 'deepseek' : text
}
