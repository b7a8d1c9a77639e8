import { checkChoice, checkRecord } from '../model/checks.ts'

/** What happens to a tool call: it runs, a person is asked, or it fails. */
export type PermissionAction = 'allow' | 'ask' | 'deny'

/** A permission (`bash`, `edit`, `webfetch`, …) to an action, or to patterns with one each; the last pattern that matches counts. */
export type Permissions = Readonly<Record<string, PermissionAction | Readonly<Record<string, PermissionAction>>>>

/** One rule, as opencode keeps it. */
export interface PermissionRule {
  readonly permission: string
  readonly action: PermissionAction
  readonly pattern: string
}

const actions: readonly PermissionAction[] = ['allow', 'ask', 'deny']

/** The `permissions` option as rules. Throws InvalidOptionError that names the entry. */
export function readPermissions(value: unknown): readonly PermissionRule[] {
  const entries = Object.entries(
    checkRecord('permissions', value, "an object { [permission]: 'allow' | 'ask' | 'deny' }"),
  )
  return entries.flatMap(([permission, action]) => {
    const path = `permissions.${permission}`
    if (typeof action === 'string') return [{ permission, action: checkChoice(path, action, actions), pattern: '*' }]
    const patterns = checkRecord(path, action, "'allow', 'ask' or 'deny', or an object { [pattern]: action }")
    // In the order of the real server's own rules, which a denied call tells the model (captures/1.18.33-probed/11k-deny-rule-rm.json).
    return Object.entries(patterns).map(([pattern, inner]) => ({
      permission,
      pattern,
      action: checkChoice(`${path}.${pattern}`, inner, actions),
    }))
  })
}

/** What the rules say to one pattern of a permission: the last rule that matches both counts. */
export const evaluate = (rules: readonly PermissionRule[], permission: string, pattern: string): PermissionAction =>
  rules.findLast((rule) => matches(rule.permission, permission) && matches(rule.pattern, pattern))?.action ?? 'ask'

/** The rules about a permission, those for all permissions included. */
export const rulesAbout = (rules: readonly PermissionRule[], permission: string): readonly PermissionRule[] =>
  rules.filter((rule) => matches(rule.permission, permission))

/** Whether the rules forbid a permission altogether: then its tools are not offered to the model. */
export function isForbidden(rules: readonly PermissionRule[], permission: string): boolean {
  const last = rulesAbout(rules, permission).at(-1)
  return last?.pattern === '*' && last.action === 'deny'
}

/** `*` stands for any text, `?` for one character; `git *` matches `git` alone too. */
function matches(wildcard: string, text: string): boolean {
  const escaped = wildcard.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
  const pattern = escaped
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replace(/ \.\*$/, '( .*)?')
  return new RegExp(`^${pattern}$`, 's').test(text)
}
