import { access, constants } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { ServerStartError } from '../errors.ts'

const NAME = process.platform === 'win32' ? 'opencode.cmd' : 'opencode'

/**
 * The opencode binary: the one that is named, else that of PATH, else that of node_modules in this directory or above. Throws
 * ServerStartError, which says where it was looked for.
 */
export async function findBinary(named: string | undefined): Promise<string> {
  const places = named === undefined ? candidates() : [resolve(named)]
  for (const place of places) if (await isExecutable(place)) return place
  const looked = named === undefined ? 'on PATH and in node_modules' : `at ${places[0]}`
  throw new ServerStartError({
    bin: named ?? 'opencode',
    reason: `there is no opencode binary ${looked}; install it (npm install --save-dev opencode-ai) or pass \`bin\``,
    output: '',
  })
}

function candidates(): readonly string[] {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const above: string[] = []
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    above.push(join(folder, 'node_modules', '.bin'))
    if (dirname(folder) === folder) break
  }
  return [...onPath, ...above].map((folder) => join(folder, NAME))
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return true
  } catch {
    return false // not there, or not to be run: the next place may have it
  }
}
