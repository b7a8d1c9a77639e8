import { InvalidOptionError } from '../errors.ts'
import { httpPromptApi } from './http-prompt-api.ts'
import type { PromptApi } from './prompt-api.ts'
import { isSdkClient, sdkPromptApi } from './sdk-prompt-api.ts'

/** What takes a prompt: a base URL, a fake (anything with `url` and `fetch`), or a client of `@opencode-ai/sdk`, v1 or v2. */
export type PromptTarget = string | URL | { readonly url: string; readonly fetch: typeof fetch } | object

/** The calls of a prompt, by whatever means the target offers. Throws InvalidOptionError for anything else. */
export function toPromptApi(target: PromptTarget): PromptApi {
  const expected = 'a base URL, a FakeOpencode or a client of @opencode-ai/sdk'
  if (typeof target === 'string' || target instanceof URL) {
    if (!URL.canParse(String(target)))
      throw new InvalidOptionError({ path: 'runPrompt(target)', expected, received: target })
    return httpPromptApi(String(target).replace(/\/+$/, ''), (input, init) => fetch(input, init))
  }
  if (isFake(target)) return httpPromptApi(target.url, target.fetch)
  if (isSdkClient(target)) return sdkPromptApi(target)
  throw new InvalidOptionError({ path: 'runPrompt(target)', expected, received: target })
}

const isFake = (target: unknown): target is { url: string; fetch: typeof fetch } =>
  typeof target === 'object' &&
  target !== null &&
  'url' in target &&
  typeof target.url === 'string' &&
  'fetch' in target &&
  typeof target.fetch === 'function'
