import { join } from 'node:path'

/** Variables without which programs do not start on some systems. */
const NEEDED = [
  'PATH',
  'Path',
  'SystemRoot',
  'SYSTEMROOT',
  'COMSPEC',
  'PATHEXT',
  'TEMP',
  'TMP',
  'TMPDIR',
  'LANG',
  'LC_ALL',
]

/**
 * The environment of a server that must not reach a network, nor anything of the user's own: a home of its own, no updates, no model list,
 * no language servers from the network (facts/opencode-1x.md section 0). No key of this process is passed on.
 */
export function serverEnvironment(home: string, own: Readonly<Record<string, string>>): Record<string, string> {
  const kept = NEEDED.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    ...own,
  }
}
