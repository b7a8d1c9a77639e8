import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Makes a repository of a directory. Without git it stays none, and opencode takes no snapshots in it. */
export async function initRepository(directory: string): Promise<void> {
  try {
    await promisify(execFile)('git', ['init', '--quiet'], { cwd: directory })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
