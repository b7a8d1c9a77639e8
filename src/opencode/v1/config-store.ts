import { isRecord } from '../../model/checks.ts'

type Config = Readonly<Record<string, unknown>>

/** The configuration that a fake has been told of: of the whole server, and of each directory. It lives in memory alone. */
export class ConfigStore {
  #global: Config = { $schema: 'https://opencode.ai/config.json' }
  readonly #ofDirectory = new Map<string, Config>()

  /** What `GET /global/config` answers. */
  get global(): Config {
    return this.#global
  }

  /** What `GET /config` answers for a directory: its own settings over the server's, and the fields that opencode always adds. */
  of(directory: string): Config {
    const own = merge(this.#global, this.#ofDirectory.get(directory) ?? {})
    return { command: {}, plugin: [], username: 'unknown', mode: {}, agent: {}, ...own }
  }

  /** Merges a change into the settings of a directory; undefined: of the whole server. */
  update(directory: string | undefined, change: Config): void {
    if (directory === undefined) this.#global = merge(this.#global, change)
    else this.#ofDirectory.set(directory, merge(this.#ofDirectory.get(directory) ?? {}, change))
  }
}

function merge(base: Config, change: Config): Config {
  const merged = Object.entries(change).map(([key, value]): [string, unknown] => {
    const before = base[key]
    return [key, isRecord(before) && isRecord(value) ? merge(before, value) : value]
  })
  return { ...base, ...Object.fromEntries(merged) }
}
