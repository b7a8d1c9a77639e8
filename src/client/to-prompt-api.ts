import { InvalidOptionError } from '../errors.ts'
import { httpPromptApi } from './http-prompt-api.ts'
import { previewPromptApi } from './preview-prompt-api.ts'
import type { PromptApi } from './prompt-api.ts'
import { isSdkClient, sdkPromptApi } from './sdk-prompt-api.ts'
import { v2PromptApi } from './v2-prompt-api.ts'

/** What takes a prompt: a base URL, a fake (anything with `url` and `fetch`), or a client of `@opencode-ai/sdk`, v1 or v2. */
export type PromptTarget = string | URL | { readonly url: string; readonly fetch: typeof fetch } | object

/** The APIs that a prompt can be sent through. */
export const PROMPT_APIS = ['v1', 'preview', '2'] as const

/** What a target is spoken to with. */
export type PromptApiName = (typeof PROMPT_APIS)[number]

/**
 * The calls of a prompt, by whatever means the target offers. A client of the SDK has methods for v1 alone. Throws InvalidOptionError for
 * anything else.
 */
export function toPromptApi(target: PromptTarget, api: PromptApiName): PromptApi {
  const toApi = BY_NAME[api]
  const hasClient = api === 'v1'
  const expected = `a base URL${hasClient ? ', a FakeOpencode or a client of @opencode-ai/sdk' : ' or a FakeOpencode'}`
  if (typeof target === 'string' || target instanceof URL) {
    if (!URL.canParse(String(target)))
      throw new InvalidOptionError({ path: 'runPrompt(target)', expected, received: target })
    return toApi(String(target).replace(/\/+$/, ''), (input, init) => fetch(input, init))
  }
  if (isFake(target)) return toApi(target.url, target.fetch)
  if (hasClient && isSdkClient(target)) return sdkPromptApi(target)
  throw new InvalidOptionError({ path: 'runPrompt(target)', expected, received: target })
}

/**
 * What a target speaks by itself: a fake of 2.x, and a server that tells of itself in JSON at `GET /api/info`, speaks 2.x; all else v1.
 */
export async function apiOf(target: PromptTarget, signal: AbortSignal): Promise<PromptApiName> {
  if (typeof target === 'string' || target instanceof URL) {
    return URL.canParse(String(target)) && (await hasInfo(String(target), signal)) ? '2' : 'v1'
  }
  const version: unknown = isFake(target) ? Reflect.get(target, 'version') : undefined
  return typeof version === 'string' && version.startsWith('2.') ? '2' : 'v1'
}

async function hasInfo(baseUrl: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/api/info`, { signal })
    await response.arrayBuffer()
    // 1.18 answers with its web page (facts/opencode-1x-preview-api.md section 4).
    return response.headers.get('content-type')?.includes('json') === true && response.ok
  } catch {
    return false // the prompt's own calls will say what is wrong
  }
}

const BY_NAME: Readonly<Record<PromptApiName, typeof httpPromptApi>> = {
  v1: httpPromptApi,
  preview: previewPromptApi,
  '2': v2PromptApi,
}

const isFake = (target: unknown): target is { url: string; fetch: typeof fetch } =>
  typeof target === 'object' &&
  target !== null &&
  'url' in target &&
  typeof target.url === 'string' &&
  'fetch' in target &&
  typeof target.fetch === 'function'
