import { isAbsolute, join, relative } from 'node:path/posix'
import type { ToolRun } from './tool.ts'

/** The file that a call names, and its path below the session's worktree, as titles show it. */
export function filePath({ server, session, input }: Pick<ToolRun, 'server' | 'session' | 'input'>): {
  readonly file: string
  readonly shown: string
} {
  const named = String(input['filePath'])
  const file = isAbsolute(named) ? named : join(session.directory, named)
  return { file, shown: relative(server.projectOf(session.directory).worktree, file) }
}
