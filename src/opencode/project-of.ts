/** The id of the fake's own project: real ones are the hash of the repository's first commit. */
const PROJECT_ID = 'fa4e000000000000000000000000000000000001'

/** The project of a directory: that of the server's own, `root`, and of what lies below it, else `global` (facts/opencode-1x.md section 1). */
export function projectOf(
  root: string,
  directory: string,
): { readonly id: string; readonly worktree: string; readonly path: string } {
  const inside = directory === root || directory.startsWith(`${root}/`)
  if (inside) return { id: PROJECT_ID, worktree: root, path: directory.slice(root.length + 1) }
  return { id: 'global', worktree: '/', path: directory.slice(1) }
}
