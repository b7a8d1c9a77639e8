import { isRecord } from '../../model/checks.ts'

/** Which way a list goes: the oldest first, or the newest. */
export type Order = 'asc' | 'desc'

/** Where a page begins: behind a message or a session, or before it. */
export interface Cursor {
  readonly id: string
  readonly order: Order
  readonly direction: 'previous' | 'next'
}

/** A page of a list, with the ids that its cursors are made of; undefined on an empty page. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly order: Order
  readonly first: Item | undefined
  readonly last: Item | undefined
}

/**
 * A page of `items`, oldest first as they are given. A cursor of an item that is not there gives an empty page. Both ends of a page
 * that is not empty have a cursor, also where nothing more comes that way (captures/1.18.33-api/16a-paging.json).
 */
export function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  { limit, order, cursor }: { readonly limit: number; readonly order: Order; readonly cursor?: Cursor | undefined },
): Page<Item> {
  const way = cursor?.order ?? order
  const listed = way === 'asc' ? items : items.toReversed()
  const shown = cursor ? around(listed, cursor, limit) : listed.slice(0, limit)
  return { items: shown, order: way, first: shown[0], last: shown.at(-1) }
}

function around<Item extends { readonly id: string }>(
  listed: readonly Item[],
  { id, direction }: Cursor,
  limit: number,
): readonly Item[] {
  const at = listed.findIndex((item) => item.id === id)
  if (at === -1) return []
  return direction === 'next' ? listed.slice(at + 1, at + 1 + limit) : listed.slice(Math.max(0, at - limit), at)
}

/** A cursor as clients are given it. */
export const encodeCursor = (cursor: object): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** What a client's cursor holds; undefined: it is none. */
export function decodeCursor(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return isRecord(cursor) ? cursor : undefined
  } catch {
    return undefined // as any other text
  }
}
