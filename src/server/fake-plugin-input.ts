import type { FakeOpencode } from '../fakes/fake-opencode.ts'
import { InvalidOptionError } from '../errors.ts'
import { checkKeys, checkRecord } from '../model/checks.ts'
import { createFakeShell, type FakeShell, type ShellAnswer } from './fake-shell.ts'

/** What a plugin is handed in a test. */
export interface FakePluginInputOptions {
  /** The server that the plugin's client talks to. */
  readonly opencode: FakeOpencode
  /** What a command of the plugin's `$` gives. Default: nothing, with exit code 0. */
  readonly shell?: ShellAnswer
}

/** What opencode hands a plugin: of the same shape as `PluginInput` of `@opencode-ai/plugin`. */
export interface FakePluginInput {
  /** A client of `@opencode-ai/sdk`, on the fake. */
  readonly client: object
  readonly project: object
  readonly directory: string
  readonly worktree: string
  readonly serverUrl: URL
  readonly $: FakeShell
  readonly experimental_workspace: { register(type: string, adapter: object): void }
  /** The commands that the plugin gave its shell, oldest first. */
  readonly commands: readonly string[]
}

/**
 * What opencode hands a plugin, for a test of the plugin in this process: a client on the fake, the fake's project and directory, and a
 * shell that runs nothing. Its type is the one that the plugin's function asks for. `@opencode-ai/sdk` must be installed, as it is
 * with `@opencode-ai/plugin`. Throws InvalidOptionError for an option that cannot be right.
 *
 * @example
 * const hooks = await denyDangerousCommands(await fakePluginInput({ opencode: fakeOpencode() }))
 */
export async function fakePluginInput<Input extends object = FakePluginInput>(
  options: FakePluginInputOptions,
): Promise<Input> {
  const { opencode, shell = () => '' } = options
  checkKeys('fakePluginInput(options)', checkRecord('fakePluginInput(options)', options), ['opencode', 'shell'])
  if (typeof opencode !== 'object' || typeof opencode.fetch !== 'function') {
    throw new InvalidOptionError({ path: 'opencode', expected: 'a fakeOpencode()', received: opencode })
  }
  const { createOpencodeClient } = await importSdk()
  const { project, directory, worktree } = await describeProject(opencode)
  const commands: string[] = []
  const input: FakePluginInput = {
    client: createOpencodeClient({ baseUrl: opencode.url, fetch: opencode.fetch, directory }),
    project,
    directory,
    worktree,
    serverUrl: new URL(opencode.url),
    $: createFakeShell(shell, (command) => commands.push(command)),
    experimental_workspace: { register: () => undefined }, // workspaces exist with an experimental flag alone
    commands,
  }
  // The plugin's own types are of a package that this one does not depend on: they are the caller's, of the same shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return input as unknown as Input
}

interface Sdk {
  readonly createOpencodeClient: (config: object) => object
}

async function importSdk(): Promise<Sdk> {
  // A variable, so that the build does not ask for the package's types.
  const name = '@opencode-ai/sdk'
  try {
    return await import(name)
  } catch (error) {
    throw new Error('fakePluginInput needs @opencode-ai/sdk: npm install --save-dev @opencode-ai/plugin', {
      cause: error,
    })
  }
}

async function describeProject(
  opencode: FakeOpencode,
): Promise<{ readonly project: object; readonly directory: string; readonly worktree: string }> {
  const read = async (path: string): Promise<Record<string, unknown>> => {
    const response = await opencode.fetch(`${opencode.url}${path}`)
    return checkRecord(path, await response.json())
  }
  const [project, { directory, worktree }] = await Promise.all([read('/project/current'), read('/path')])
  return { project, directory: String(directory), worktree: String(worktree) }
}
