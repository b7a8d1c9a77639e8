import { isRecord } from '../../model/checks.ts'

/** A place in a list: an item, and which way the page goes on from it. */
export interface Anchor {
  readonly id: string
  readonly direction: 'previous' | 'next'
}

/** A page of a list, and the anchors of the pages before and after it; none where the page is empty. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly previous?: Anchor
  readonly next?: Anchor
}

/**
 * The page of `limit` items behind or before an anchor. A page that is not empty has both cursors, also where nothing more is that way
 * (facts/opencode-2x.md section 1.4). An anchor that is not in the list any more gives an empty page.
 */
export function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  { limit, anchor }: { readonly limit: number; readonly anchor?: Anchor | undefined },
): Page<Item> {
  const page = slice(items, limit, anchor)
  const [first] = page
  const last = page.at(-1)
  if (!first || !last) return { items: page }
  return { items: page, previous: { id: first.id, direction: 'previous' }, next: { id: last.id, direction: 'next' } }
}

function slice<Item extends { readonly id: string }>(
  items: readonly Item[],
  limit: number,
  anchor: Anchor | undefined,
): readonly Item[] {
  if (!anchor) return items.slice(0, limit)
  const at = items.findIndex(({ id }) => id === anchor.id)
  if (at === -1) return []
  return anchor.direction === 'next' ? items.slice(at + 1, at + 1 + limit) : items.slice(Math.max(at - limit, 0), at)
}

/** A cursor: base64url of its JSON. */
export const encodeCursor = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What a cursor holds; undefined for what is none. */
export function decodeCursor(cursor: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return isRecord(value) ? value : undefined
  } catch {
    return undefined // no JSON: no cursor of this server
  }
}
