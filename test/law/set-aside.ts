/**
 * What a comparison with a recording sets aside, and why: values that differ between two runs of the real server itself. Everything
 * else must be equal.
 */

/** Fields whose value is set aside; that they are there is compared. */
export const SET_ASIDE: Readonly<Record<string, string>> = {
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

/** Ids are renamed in the order they appear, so that what refers to what is still compared; an event's own id names nothing. */
const id = /\b(ses|msg|prt|per|que)_[0-9a-f]{12}[0-9A-Za-z]{14}\b/g

/** The default title holds the time. */
const defaultTitle = /^New session - \d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Returns a function that sets aside what it must in the values it is given, with one numbering of ids for all of them. */
export function createNormaliser(): (value: unknown) => unknown {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const rename = (whole: string, prefix: string): string => {
    const known = names.get(whole)
    if (known) return known
    const count = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, count)
    names.set(whole, `${prefix}_${count}`)
    return `${prefix}_${count}`
  }
  const normalise = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(defaultTitle, 'New session - (time)').replace(id, rename)
    if (Array.isArray(value)) return value.map(normalise)
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([, inner]) => inner !== undefined)
    return Object.fromEntries(
      kept.map(([key, inner]) => [key, isSetAside(key, inner) ? '(set aside)' : normalise(inner)]),
    )
  }
  return normalise
}

/** `time` is an object of times on a message, and a number beside a part. */
const isSetAside = (key: string, value: unknown): boolean =>
  key in SET_ASIDE && !(key === 'time' && typeof value === 'object')
