import { InvalidOptionError, NotServableError } from '../errors.ts'
import { FakeDeepSeek } from '../fakes/fake-deepseek.ts'
import { checkKeys, checkNumber, checkRecord, checkString } from '../model/checks.ts'
import { unservableModel } from '../model/not-servable.ts'

/** What `startOpencode()` starts. Only `deepseek` is needed. */
export interface StartOpencodeOptions {
  /** The model it talks to. It is made to listen on a loopback port. */
  readonly deepseek: FakeDeepSeek
  /** Path of the binary. Default: `opencode` of PATH, else of node_modules here or above. */
  readonly bin?: string
  /** opencode's configuration, merged over the one that points it to the fake; its default model is `deepseek/deepseek-flash`. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Plugins it loads: paths of files, `file:` URLs or names of packages that it can find without a network. */
  readonly plugins?: readonly (string | URL)[]
  /** Where it works. Default: an empty repository of its own, removed when it stops. */
  readonly directory?: string
  /** Environment variables beside those that keep it offline; of this process's own it gets PATH and what the system needs. */
  readonly env?: Readonly<Record<string, string>>
  /** ms until it must be ready. Default 60,000. */
  readonly timeout?: number
  /** Told what it is doing while it boots, every second. Default: lines on stderr, from the third second on. */
  readonly onProgress?: (message: string) => void
}

const names = ['deepseek', 'bin', 'config', 'plugins', 'directory', 'env', 'timeout', 'onProgress']

/** Checks the options. Throws InvalidOptionError that names the one that cannot be right. */
export function checkStartOptions(options: StartOpencodeOptions): void {
  const fields = checkRecord('startOpencode(options)', options)
  checkKeys('', fields, names)
  const { deepseek, bin, config, plugins, directory, env, timeout, onProgress } = fields
  const model = unservableModel(deepseek)
  if (model !== undefined) throw new NotServableError({ model })
  if (!isFakeDeepSeek(deepseek)) {
    throw new InvalidOptionError({ path: 'deepseek', expected: 'a fakeDeepSeek()', received: deepseek })
  }
  if (bin !== undefined) checkString('bin', bin, 'the path of a binary')
  if (config !== undefined) checkRecord('config', config)
  if (directory !== undefined) checkString('directory', directory, 'a path')
  if (timeout !== undefined) checkNumber('timeout', timeout, { min: 1, unit: 'ms' })
  for (const [name, value] of Object.entries(env === undefined ? {} : checkRecord('env', env))) {
    checkString(`env.${name}`, value)
  }
  if (plugins !== undefined && !(Array.isArray(plugins) && plugins.every(isPlugin))) {
    const expected =
      'a list of paths, file: URLs or package names; a plugin that is a function runs in its own process only'
    throw new InvalidOptionError({ path: 'plugins', expected, received: plugins })
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new InvalidOptionError({ path: 'onProgress', expected: 'a function', received: onProgress })
  }
}

const isPlugin = (plugin: unknown): boolean => typeof plugin === 'string' || plugin instanceof URL

/** By its members: the one of the other copy of this package is none of this class. */
const isFakeDeepSeek = (value: unknown): value is FakeDeepSeek =>
  value instanceof FakeDeepSeek ||
  (typeof value === 'object' && value !== null && 'listen' in value && 'clientOptions' in value)
