import { isRecord } from './is-record.ts'
import type { UserInfo } from './message.ts'
import type { PromptView } from './message-view.ts'
import type { Part, TextPart } from './part.ts'
import { textOf } from './text-of.ts'

// What the `/shell` route writes in the user's name (facts/opencode-1x.md section 11).
const SHELL_NOTE = 'The following tool was executed by the user'

/** The view of a message in the user's name. Never throws. */
export function readPrompt(info: UserInfo, parts: readonly Part[]): PromptView {
  const origin = originOf(parts)
  const texts = textsOf(parts).filter((part) => origin !== 'user' || part.synthetic !== true)
  const { agent, model, sessionID } = info
  return {
    role: 'user',
    id: textOf(info.id),
    ...(typeof sessionID === 'string' && { sessionID }),
    ...(typeof info.time?.created === 'number' && { createdAt: info.time.created }),
    origin,
    text: texts.map(({ text }) => textOf(text)).join('\n'),
    kinds: parts.map(({ type }) => textOf(type, 'unknown')).filter((type) => type !== 'text'),
    ...(typeof agent === 'string' && { agent }),
    ...(isRecord(model) && { model }),
  }
}

function originOf(parts: readonly Part[]): PromptView['origin'] {
  if (parts.some((part) => part.type === 'compaction' && part['auto'] === true)) return 'opencode'
  const texts = textsOf(parts)
  if (parts.length === 0 || parts.length > texts.length || texts.some(({ synthetic }) => synthetic !== true))
    return 'user'
  return texts.some(({ text }) => text === SHELL_NOTE) ? 'shell' : 'opencode'
}

function textsOf(parts: readonly Part[]): TextPart[] {
  return parts.filter((part) => part.type === 'text')
}
