/**
 * What a comparison with a recording sets aside, and why: values that differ between two runs of the real server itself. Everything
 * else must be equal.
 */

/** Fields whose value is set aside; that they are there is compared. */
const SET_ASIDE: Readonly<Record<string, string>> = {
  created: 'epoch ms',
  updated: 'epoch ms',
  completed: 'epoch ms',
  start: 'epoch ms',
  end: 'epoch ms',
  time: 'epoch ms, where it is a number',
  next: 'epoch ms',
  snapshot: 'hash of the worktree',
  hash: 'hash of a patch',
  slug: 'random words',
  projectID: "hash of the project's first commit",
  directory: 'path of the machine',
  cwd: 'path of the machine',
  root: 'path of the machine',
  version: 'the release that was recorded',
  responseHeaders: 'of the model server that was recorded',
  url: 'of the model server that was recorded',
  ref: 'random',
}

/**
 * Events of the server's process and not of what the client did: that it is there, and the burst in which it loads its plugins at
 * some time near the first prompt (facts/opencode-1x.md sections 0 and 1).
 */
export const OF_THE_PROCESS: ReadonlySet<string> = new Set([
  'server.connected',
  'server.heartbeat',
  'plugin.added',
  'catalog.updated',
  'reference.updated',
  'integration.updated',
])

/**
 * Ids are renamed in the order they appear, so that what refers to what is still compared; an event's own id names nothing. Those of
 * calls are the recorded model server's, or opencode's own.
 */
const id = /\b(?:(ses|msg|prt|per|que)_[0-9a-f]{12}[0-9A-Za-z]{14}|(call)_\w+|01[0-9A-Z]{24})\b/g

/** The lines of a stack trace name the files of the recorded build. */
const stack = /(\n {4}at [^\n]*)+$/

/** The prompt of opencode's own command `init` is long; the fake's is its first words. */
const initPrompt = /^(Create or update `AGENTS\.md` for this repository\.)[^]*/

/** What else there is, of a catalogue that the fake does not have. */
const suggestion = / Did you mean: [^\n]*/

/** The default title holds the time. */
const defaultTitle = /^New session - \d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Returns a function that sets aside what it must in the values it is given, with one numbering of ids for all of them. */
export function createNormaliser(): (value: unknown) => unknown {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const rename = (whole: string, prefix = 'call'): string => {
    const known = names.get(whole)
    if (known) return known
    const count = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, count)
    names.set(whole, `${prefix}_${count}`)
    return `${prefix}_${count}`
  }
  const readText = (text: string): string =>
    text
      .replace(defaultTitle, 'New session - (time)')
      .replace(stack, '')
      .replace(suggestion, '')
      .replace(initPrompt, '$1')
      .replace(id, rename)
  const normalise = (value: unknown): unknown => {
    if (typeof value === 'string') return readText(value)
    if (Array.isArray(value)) return value.map(normalise)
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([, inner]) => inner !== undefined)
    return Object.fromEntries(
      kept.map(([key, inner]) => [readText(key), isSetAside(key, inner) ? '(set aside)' : normalise(inner)]),
    )
  }
  return normalise
}

/** `time` is an object of times on a message, and a number beside a part. */
const isSetAside = (key: string, value: unknown): boolean =>
  key in SET_ASIDE && !(key === 'time' && typeof value === 'object')
