import type { Message, UserInfo } from '../../../wire/message.ts'
import type { OtherPart, Part } from '../../../wire/part.ts'
import { promptText } from '../prompt-text.ts'
import type { Session } from '../session.ts'
import type { V1Server } from '../v1-server.ts'
import { historyOf } from './history-of.ts'

/** The mark of a compaction: whether opencode began it by itself, and whether the history had outgrown the model. */
interface Mark {
  readonly auto: boolean
  readonly overflow?: boolean
}

/** Stores the mark of a compaction as a user message; the loop then works on it (captures/1.18.33/15e-summarize.json). */
export function addCompaction(
  server: V1Server,
  session: Session,
  { agent, model, ...mark }: Mark & Required<Pick<UserInfo, 'agent' | 'model'>>,
): void {
  const { ids, clock } = server.core
  const info: UserInfo = {
    id: ids.next('msg'),
    role: 'user',
    model,
    sessionID: session.id,
    agent,
    time: { created: clock.now() },
  }
  session.putMessage(info)
  session.runs.at(-1)?.promptIDs.push(info.id)
  session.putPart({ id: ids.next('prt'), messageID: info.id, sessionID: session.id, type: 'compaction', ...mark })
}

/** The mark in a message, when it is one. */
export const markOf = (message: Message | undefined): OtherPart | undefined =>
  message?.parts.find((part): part is OtherPart => part.type === 'compaction')

/** What the request for a summary tells the model: all messages before the mark, as one text (facts/opencode-1x.md section 13). */
export function summaryMessages(history: readonly Message[]): readonly { role: 'system' | 'user'; content: string }[] {
  const conversation = history.flatMap(tell).join('\n\n')
  const task =
    'Create a new anchored summary from the conversation history in the <conversation> tags above so another coding agent can continue the work.'
  return [
    { role: 'system', content: 'You are a context summarization agent.' },
    {
      role: 'user',
      content: `Here is the conversation so far:\n\n<conversation>\n${conversation}\n</conversation>\n\n${task}`,
    },
  ]
}

function tell({ info, parts }: Message): readonly string[] {
  if (info.role === 'user') {
    const text = promptText(parts)
    return text === '' ? [] : [`[User]: ${text}`]
  }
  return parts.flatMap((part) => {
    if (part.type === 'text' && part.text !== '') return [`[Assistant]: ${part.text}`]
    if (part.type === 'reasoning' && part.text !== '') return [`[Assistant reasoning]: ${part.text}`]
    if (part.type !== 'tool') return []
    const { input, output, error } = part.state
    const call = `[Assistant tool call]: ${part.tool}(${JSON.stringify(input)})`
    if (output !== undefined) return [`${call}\n[Tool result]: ${output}`]
    return [error === undefined ? call : `${call}\n[Tool error]: ${error}`]
  })
}

const isPrompt = (message: Message): boolean => message.info.role === 'user' && !markOf(message)

/**
 * The prompt that outgrew the model, when there is a history before it that a summary can stand for. What an earlier summary stands
 * for is no history any more (captures/1.18.33-probed/09c5-overflow-again-after-compaction.json).
 */
export function outgrownPrompt(session: Session, mark: UserInfo): Message | undefined {
  const { messages } = session
  const before = historyOf(
    messages.slice(
      0,
      messages.findIndex(({ info }) => info.id === mark.id),
    ),
  )
  const at = before.findLastIndex(isPrompt)
  return before.slice(0, Math.max(0, at)).some(isPrompt) ? before[at] : undefined
}

const CONTINUE = 'Continue if you have next steps, or stop and ask for clarification if you are unsure how to proceed.'

const TOO_LARGE = `The previous request exceeded the provider's size limit due to large media attachments. The conversation was compacted and media files were removed from context. If the user was asking about attached images or files, explain that the attachments were too large to process and suggest they try again with smaller or fewer files.\n\n`

/** What the model is told after a compaction that opencode began by itself: the prompt that outgrew it again, or to go on. */
export function goOnAfter(
  server: V1Server,
  session: Session,
  mark: UserInfo,
  { overflow }: { overflow: boolean },
): void {
  const { ids, clock } = server.core
  const outgrown = overflow ? outgrownPrompt(session, mark) : undefined
  const { agent, model } = outgrown?.info.role === 'user' ? outgrown.info : mark
  const info: UserInfo = {
    id: ids.next('msg'),
    role: 'user',
    sessionID: session.id,
    time: { created: clock.now() },
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
  }
  session.putMessage(info)
  session.runs.at(-1)?.promptIDs.push(info.id)
  const own = { messageID: info.id, sessionID: session.id }
  const repeated: readonly Part[] = outgrown?.parts ?? []
  for (const part of repeated) session.putPart({ ...part, ...own, id: ids.next('prt') })
  if (outgrown) return
  const now = clock.now()
  session.putPart({
    ...own,
    id: ids.next('prt'),
    type: 'text',
    metadata: { compaction_continue: true },
    synthetic: true,
    text: `${overflow ? TOO_LARGE : ''}${CONTINUE}`,
    time: { start: now, end: now },
  })
}
