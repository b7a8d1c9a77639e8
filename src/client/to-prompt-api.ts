import { InvalidOptionError } from '../errors.ts'
import { httpPromptApi } from './http-prompt-api.ts'
import { previewPromptApi } from './preview-prompt-api.ts'
import type { PromptApi } from './prompt-api.ts'
import { type PromptTarget, readTarget } from './read-target.ts'
import { sdkPromptApi } from './sdk-prompt-api.ts'

/** The APIs that a prompt can be sent through. */
export const PROMPT_APIS = ['v1', 'preview'] as const

/**
 * The calls of a prompt, by whatever means the target offers. A client of the SDK has methods for v1 alone. Throws InvalidOptionError for
 * what is no target.
 */
export function toPromptApi(target: PromptTarget, api: (typeof PROMPT_APIS)[number] = 'v1'): PromptApi {
  const path = 'runPrompt(target)'
  const read = readTarget(path, target)
  if (!('client' in read)) return BY_NAME[api](read.baseUrl, read.fetch)
  if (api === 'v1') return sdkPromptApi(read.client)
  throw new InvalidOptionError({ path, expected: `a base URL or a FakeOpencode, with api '${api}'`, received: target })
}

const BY_NAME = { v1: httpPromptApi, preview: previewPromptApi } as const
