/**
 * Calls `report` for the first group of each type, and counts each further one into the group that was reported. Undefined without
 * `report`.
 */
export function oncePerType<Group extends { readonly type: string; count: number }>(
  report: ((group: Group) => void) | undefined,
): ((group: Group) => void) | undefined {
  if (!report) return undefined
  const reported = new Map<string, Group>()
  return (group) => {
    const first = reported.get(group.type)
    if (first) {
      first.count += 1
      return
    }
    reported.set(group.type, group)
    report(group)
  }
}
