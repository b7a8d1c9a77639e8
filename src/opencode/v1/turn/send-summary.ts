import { relative } from 'node:path/posix'
import type { UserInfo } from '../../../wire/message.ts'
import { diffOf } from '../../file-changes.ts'
import type { Session } from '../session.ts'
import type { V1Server } from '../v1-server.ts'

/**
 * What opencode tells of the changes on disk when a prompt begins and after each step. The real server sends it at any place up to the
 * middle of the next stream (facts/opencode-1x.md section 15). A prompt with a format gets none of its own: there the real server fails
 * (captures/1.18.33/15j-structured-output.json).
 */
export function sendSummary(server: V1Server, session: Session, prompt: UserInfo): void {
  session.touch({ summary: { additions: 0, deletions: 0, files: 0 } })
  session.sendDiff()
  if (prompt.format !== undefined || !session.message(prompt.id)) return
  const answers = session.messages.filter(({ info }) => info.role === 'assistant' && info.parentID === prompt.id)
  const changes = server.files.changesOf(answers.map(({ info }) => info.id))
  const { worktree } = server.projectOf(session.directory)
  const diffs = [...changes].map(([file, change]) => diffOf(relative(worktree, file), change))
  session.putMessage({ ...prompt, summary: { diffs } })
}
