import { InvalidOptionError } from '../errors.ts'
import { httpPromptApi } from './http-prompt-api.ts'
import { previewPromptApi } from './preview-prompt-api.ts'
import type { PromptApi } from './prompt-api.ts'
import { isSdkClient, sdkPromptApi } from './sdk-prompt-api.ts'

/** What takes a prompt: a base URL, a fake (anything with `url` and `fetch`), or a client of `@opencode-ai/sdk`, v1 or v2. */
export type PromptTarget = string | URL | { readonly url: string; readonly fetch: typeof fetch } | object

/** The APIs that a prompt can be sent through. */
export const PROMPT_APIS = ['v1', 'preview'] as const

/**
 * The calls of a prompt, by whatever means the target offers. A client of the SDK has methods for v1 alone. Throws InvalidOptionError for
 * anything else.
 */
export function toPromptApi(target: PromptTarget, api: (typeof PROMPT_APIS)[number] = 'v1'): PromptApi {
  const preview = api === 'preview'
  const toApi = preview ? previewPromptApi : httpPromptApi
  const expected = `a base URL${preview ? ' or a FakeOpencode' : ', a FakeOpencode or a client of @opencode-ai/sdk'}`
  if (typeof target === 'string' || target instanceof URL) {
    if (!URL.canParse(String(target)))
      throw new InvalidOptionError({ path: 'runPrompt(target)', expected, received: target })
    return toApi(String(target).replace(/\/+$/, ''), (input, init) => fetch(input, init))
  }
  if (isFake(target)) return toApi(target.url, target.fetch)
  if (!preview && isSdkClient(target)) return sdkPromptApi(target)
  throw new InvalidOptionError({ path: 'runPrompt(target)', expected, received: target })
}

const isFake = (target: unknown): target is { url: string; fetch: typeof fetch } =>
  typeof target === 'object' &&
  target !== null &&
  'url' in target &&
  typeof target.url === 'string' &&
  'fetch' in target &&
  typeof target.fetch === 'function'
