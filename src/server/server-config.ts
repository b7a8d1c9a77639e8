import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRecord } from '../model/checks.ts'
import { FLASH_MODEL } from './flash-model.ts'

type Config = Readonly<Record<string, unknown>>

/** The configuration of a server on a fake DeepSeek API, with the caller's own over it: objects are merged, anything else is replaced. */
export function serverConfig(
  baseURL: string,
  {
    config = {},
    plugins = [],
  }: { readonly config?: Config | undefined; readonly plugins?: readonly (string | URL)[] | undefined },
): Config {
  const base = {
    $schema: 'https://opencode.ai/config.json',
    autoupdate: false,
    share: 'disabled',
    enabled_providers: ['deepseek'],
    model: 'deepseek/deepseek-flash',
    provider: { deepseek: { options: { baseURL, apiKey: 'sk-fake' }, models: { 'deepseek-flash': FLASH_MODEL } } },
  }
  const merged = merge(base, config)
  const listed = merged['plugin']
  const plugin = [...(Array.isArray(listed) ? listed : []), ...plugins.map(toPlugin)]
  return plugin.length > 0 ? { ...merged, plugin } : merged
}

function merge(base: Config, over: Config): Config {
  const entries = Object.entries(over).map(([key, value]) => {
    const known = base[key]
    return [key, isRecord(known) && isRecord(value) ? merge(known, value) : value] as const
  })
  return { ...base, ...Object.fromEntries(entries) }
}

/** A path, absolute or from here, becomes the URL that opencode loads; a package's name stays. */
function toPlugin(plugin: string | URL): string {
  const text = String(plugin)
  const isPath = isAbsolute(text) || text.startsWith('.')
  return isPath ? pathToFileURL(resolve(text)).href : text
}
