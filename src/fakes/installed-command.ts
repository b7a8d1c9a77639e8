import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { commandProgram } from './command-program.ts'

/** The `opencode` that a fake has put on this process's PATH: none until it is installed, and one for all who ask. */
export class InstalledCommand {
  #installing: Promise<string> | undefined
  /** Why it is installed no more. */
  #removed: string | undefined

  /** Resolves to the directory of the command. Rejects once it was removed. */
  async install(fake: { readonly url: string; readonly version: string }): Promise<string> {
    if (this.#removed !== undefined) {
      throw new Error(`this fakeOpencode cannot install a command any more: ${this.#removed}`)
    }
    this.#installing ??= install(fake)
    return this.#installing
  }

  /** Takes it off the PATH and from the disk, also one that is just being installed. */
  async remove(reason: string): Promise<void> {
    this.#removed ??= reason
    // A directory that could not be written has told so to its own caller.
    const directory = await this.#installing?.catch(() => undefined)
    if (directory === undefined) return
    takeOffPath(directory)
    await rm(directory, { recursive: true, force: true })
  }
}

async function install(fake: { readonly url: string; readonly version: string }): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'opencode-testing-'))
  await writeFile(join(directory, 'opencode.cjs'), commandProgram(fake))
  // The Node that runs the tests, by its path: the PATH may have another one, or none.
  const command = join(directory, 'opencode')
  await writeFile(command, `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(`${command}.cjs`)} "$@"\n`)
  await chmod(command, 0o755)
  if (process.platform === 'win32') {
    await writeFile(`${command}.cmd`, `@"${process.execPath}" "%~dp0opencode.cjs" %*\r\n`)
  }
  process.env[pathName()] = [directory, ...pathEntries()].join(delimiter)
  return directory
}

/** A word of the shell, whatever is in it. */
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Windows says `Path`, and in a worker thread its case counts. */
const pathName = (): string =>
  (process.platform === 'win32' && Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH')) || 'PATH'

const pathEntries = (): readonly string[] => process.env[pathName()]?.split(delimiter) ?? []

/** Its own entry alone, and not back to what the PATH was: others may have changed it since, and close in any order. */
function takeOffPath(directory: string): void {
  const left = pathEntries().filter((entry) => entry !== directory)
  if (left.length > 0) process.env[pathName()] = left.join(delimiter)
  else delete process.env[pathName()]
}
