import type { OfferedTool } from '../../../model/model-request.ts'
import { isForbidden, type PermissionRule } from '../../permission-rules.ts'
import type { UserInfo } from '../../../wire/message.ts'
import { bash } from './bash.ts'
import { edit } from './edit.ts'
import { glob, grep, skill, webfetch } from './plain-tool.ts'
import { question } from './question.ts'
import { read } from './read.ts'
import { structuredOutput } from './structured-output.ts'
import { task } from './task.ts'
import { todowrite } from './todowrite.ts'
import type { Tool } from './tool.ts'
import { write } from './write.ts'

/** The tools of opencode that the fake stands in for, by name (facts/opencode-1x.md section 4). */
const tools: Readonly<Record<string, Tool>> = {
  bash,
  edit,
  glob,
  grep,
  question,
  read,
  skill,
  task,
  todowrite,
  webfetch,
  write,
}

const STRUCTURED_OUTPUT = 'StructuredOutput'

/** Their names, also of those that a step does not offer. */
export const TOOL_NAMES: ReadonlySet<string> = new Set([...Object.keys(tools), STRUCTURED_OUTPUT])

/** What a step may call: all tools but those that the rules forbid, and the one for structured output where the prompt has a format. */
export function offeredTools(rules: readonly PermissionRule[], { format }: UserInfo): Readonly<Record<string, Tool>> {
  const allowed = Object.entries(tools).filter(([name]) => !isForbidden(rules, permissionOf(name)))
  return Object.fromEntries(format === undefined ? allowed : [...allowed, [STRUCTURED_OUTPUT, structuredOutput]])
}

/** The offer as a request to the model holds it: names alone, the fake has no descriptions. */
export const toOffer = (offered: Readonly<Record<string, Tool>>): readonly OfferedTool[] =>
  Object.keys(offered)
    .toSorted((one, other) => one.localeCompare(other))
    .map((name) => ({ name }))

const permissionOf = (tool: string): string => (tool === 'write' ? 'edit' : tool)
