import type { FileChange } from '../../file-changes.ts'
import type { ToolRun } from './tool.ts'

/** Notes what a tool makes of a file, with the events of it (captures/1.18.33/03c-tool-write-file.json). Nothing is written to a disk. */
export function changeFile({ server, session, message }: ToolRun, file: string, change: FileChange): void {
  server.files.change(message.id, file, change)
  session.sendOfDirectory('file.edited', { file })
  session.sendOfDirectory('file.watcher.updated', { file, event: change.before === undefined ? 'add' : 'change' })
}
