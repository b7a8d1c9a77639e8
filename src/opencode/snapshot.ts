/** The fake has no worktree of its own, so the hash of its snapshot never changes. */
export const SNAPSHOT = 'fa4e5a9500000000000000000000000000000001'
