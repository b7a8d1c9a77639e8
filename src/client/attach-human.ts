import { checkHuman } from '../model/check-human.ts'
import { checkChoice, checkKeys, checkRecord } from '../model/checks.ts'
import type { FakeHuman } from '../model/fake-human.ts'
import { API_NAMES, type ApiName, apiOf } from './api-of.ts'
import type { HumanDialect } from './human/human-dialect.ts'
import { HumanAttachment } from './human/human-attachment.ts'
import { previewHuman } from './human/preview-human.ts'
import { v1Human } from './human/v1-human.ts'
import { v2Human } from './human/v2-human.ts'
import { type PromptTarget, readTarget } from './read-target.ts'
import { toCallServer } from './to-call-server.ts'

/** The options of `attachHuman`. */
export interface AttachHumanOptions {
  /** The dialect to speak. Default a FakeOpencode's own (`'v1'` on 1.18); else `'2'` where `GET /api/info` answers JSON, else `'v1'`. */
  readonly api?: ApiName
}

const dialects: Readonly<Record<ApiName, HumanDialect>> = {
  v1: v1Human,
  preview: previewHuman,
  '2': v2Human,
}

/** Puts a person to a server; resolves once it listens. Throws InvalidOptionError for bad arguments, rejects where a call fails. */
export async function openHuman(
  target: PromptTarget,
  human: FakeHuman,
  options: AttachHumanOptions = {},
): Promise<HumanAttachment> {
  checkKeys('attachHuman(options)', checkRecord('attachHuman(options)', options), ['api'])
  const { api } = options
  if (api !== undefined) checkChoice('attachHuman(api)', api, API_NAMES)
  checkHuman('attachHuman(human)', human)
  const read = readTarget('attachHuman(target)', target)
  const call = toCallServer(read)
  const attachment = new HumanAttachment(call, dialects[api ?? (await apiOf(read, call))], human)
  await attachment.open()
  return attachment
}
