import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initRepository } from './init-repository.ts'

/** Directories that a server may fill, and that go with it. */
export interface ThrowawayHome {
  readonly home: string
  /** An empty repository: a server outside of one takes no snapshots. */
  readonly project: string
  readonly remove: () => Promise<void>
}

/** Makes a home and a project below the system's temporary directory; `config` becomes opencode's global configuration. */
export async function makeThrowawayHome(config: object): Promise<ThrowawayHome> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'opencode-testing-')))
  const [home, project] = [join(root, 'home'), join(root, 'project')]
  const configFolder = join(home, '.config', 'opencode')
  await Promise.all([mkdir(configFolder, { recursive: true }), mkdir(project)])
  await writeFile(join(configFolder, 'opencode.json'), JSON.stringify(config, null, 2))
  await initRepository(project)
  return { home, project, remove: () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) }
}
