import { isLoopback } from './is-loopback.ts'

/**
 * Whose default origin a URL is: `fakeOpencode` for port 4096 of this machine, where a developer's own opencode listens, in whatever
 * spelling; `fakeDeepSeek` for api.deepseek.com.
 */
export function defaultOwner(url: URL): 'fakeOpencode' | 'fakeDeepSeek' | undefined {
  if (url.port === '4096' && isLoopback(url.hostname)) return 'fakeOpencode'
  return url.hostname === 'api.deepseek.com' ? 'fakeDeepSeek' : undefined
}
