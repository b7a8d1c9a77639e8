/** Appends to a record that holds `limit` items at most: the oldest gives way. */
export function keepNewest<T>(list: T[], item: T, limit: number): void {
  list.push(item)
  if (list.length > limit) list.shift()
}
