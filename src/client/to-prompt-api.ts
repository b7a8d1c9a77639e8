import { InvalidOptionError } from '../errors.ts'
import type { ApiName } from './api-of.ts'
import { httpPromptApi } from './http-prompt-api.ts'
import { previewPromptApi } from './preview-prompt-api.ts'
import type { PromptApi } from './prompt-api.ts'
import type { Target } from './read-target.ts'
import { sdkPromptApi } from './sdk-prompt-api.ts'
import { v2PromptApi } from './v2-prompt-api.ts'

/** The calls of a prompt, by whatever means the target offers. A client of the SDK has methods for v1 alone. Throws InvalidOptionError. */
export function toPromptApi(target: Target, api: ApiName): PromptApi {
  if (!('client' in target)) return BY_NAME[api](target.baseUrl, target.fetch)
  if (api === 'v1') return sdkPromptApi(target.client)
  const expected = `a base URL or a FakeOpencode, with api '${api}'`
  throw new InvalidOptionError({ path: 'runPrompt(target)', expected, received: target.client })
}

const BY_NAME: Readonly<Record<ApiName, typeof httpPromptApi>> = {
  v1: httpPromptApi,
  preview: previewPromptApi,
  '2': v2PromptApi,
}
