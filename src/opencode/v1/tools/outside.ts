import { dirname, relative } from 'node:path/posix'
import type { PermissionAsk } from '../permission-desk.ts'
import type { ToolRun } from './tool.ts'

/** What a tool asks first where its file is outside the project (captures/1.18.33-probed/11j-ask-read-external.json). */
export function outside(run: Pick<ToolRun, 'server' | 'session'>, file: string): readonly PermissionAsk[] {
  if (isInside(run, file)) return []
  const parentDir = dirname(file)
  const patterns = [`${parentDir}/*`]
  return [{ permission: 'external_directory', patterns, metadata: { filepath: file, parentDir }, always: patterns }]
}

/** Whether a path is in the session's project. */
export function isInside({ server, session }: Pick<ToolRun, 'server' | 'session'>, path: string): boolean {
  const { worktree } = server.projectOf(session.directory)
  return !relative(worktree, path).startsWith('..')
}
