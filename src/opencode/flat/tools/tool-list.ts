import { bash } from './bash.ts'
import { edit } from './edit.ts'
import type { FlatTool } from './flat-tool.ts'
import { applyPatch, glob, grep, skill, webfetch, websearch } from './plain-tool.ts'
import { question } from './question.ts'
import { read } from './read.ts'
import { todowrite } from './todowrite.ts'
import { write } from './write.ts'

/** The tools that the preview offers its models, by name (facts/opencode-1x-preview-api.md section 0). */
export const FLAT_TOOLS: Readonly<Record<string, FlatTool>> = {
  apply_patch: applyPatch,
  bash,
  edit,
  glob,
  grep,
  question,
  read,
  skill,
  todowrite,
  webfetch,
  websearch,
  write,
}
