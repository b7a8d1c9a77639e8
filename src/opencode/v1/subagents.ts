import type { PermissionRule } from '../permission-rules.ts'

const allow = (permission: string): PermissionRule => ({ permission, action: 'allow', pattern: '*' })
const deny = (permission: string): PermissionRule => ({ permission, action: 'deny', pattern: '*' })

/**
 * The agents for sub-tasks that opencode brings along, with rules of their own; a fake need not be given them. What the configuration
 * says counts more (captures/1.18.33-probed/03i-explore.json).
 */
export const SUBAGENTS: Readonly<Record<string, readonly PermissionRule[]>> = {
  explore: [deny('*'), ...['bash', 'external_directory', 'glob', 'grep', 'read', 'webfetch'].map(allow)],
  general: [deny('todowrite')],
}

/** What the session of a sub-agent may not do, unless a rule of its agent speaks of it (captures/1.18.33-probed/11j-ask-task.json). */
export const forbiddenTo = (rules: readonly PermissionRule[]): readonly PermissionRule[] =>
  ['todowrite', 'task'].filter((name) => !rules.some(({ permission }) => permission === name)).map(deny)
