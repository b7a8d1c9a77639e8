/** What a comparison of two servers sets aside, and why: it differs between two runs of one of them. */

/** Fields whose value is set aside; that they are there is compared. */
const SET_ASIDE: Readonly<Record<string, string>> = {
  created: 'epoch ms',
  updated: 'epoch ms',
  completed: 'epoch ms',
  start: 'epoch ms',
  end: 'epoch ms',
  next: 'epoch ms',
  snapshot: 'hash of the worktree',
  hash: 'hash of a patch',
  slug: 'random words',
  projectID: "hash of the project's first commit",
  version: 'the release',
  responseHeaders: 'of the model server',
  url: 'of the model server',
  ref: 'random',
}

/** Ids are renamed in the order they appear, so that what refers to what is still compared. */
const id = /\b(ses|msg|prt|per|que|evt|call)_[0-9A-Za-z]{12,}\b/g

/** Returns a function that sets aside what it must in the values it is given, with one numbering of ids for all of them. */
export function createNormaliser(): (value: unknown) => unknown {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const rename = (whole: string, prefix: string): string => {
    const known = names.get(whole)
    if (known !== undefined) return known
    const count = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, count)
    names.set(whole, `${prefix}_${count}`)
    return `${prefix}_${count}`
  }
  const normalise = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(id, rename)
    if (Array.isArray(value)) return value.map(normalise)
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([, inner]) => inner !== undefined)
    return Object.fromEntries(
      kept.map(([key, inner]) => [
        key.replace(id, rename),
        key in SET_ASIDE || (key === 'time' && typeof inner === 'number') ? '(set aside)' : normalise(inner),
      ]),
    )
  }
  return normalise
}
