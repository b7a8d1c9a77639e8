import { httpPromptApi } from './http-prompt-api.ts'
import type { PromptApi } from './prompt-api.ts'
import { type PromptTarget, readTarget } from './read-target.ts'
import { sdkPromptApi } from './sdk-prompt-api.ts'

/** The calls of a prompt, by whatever means the target offers. Throws InvalidOptionError for what is no target. */
export function toPromptApi(target: PromptTarget): PromptApi {
  const read = readTarget('runPrompt(target)', target)
  return 'client' in read ? sdkPromptApi(read.client) : httpPromptApi(read.baseUrl, read.fetch)
}
