import type { AssistantInfo, Message, UserInfo } from '../../src/wire/message.ts'
import type { Part, ToolState } from '../../src/wire/part.ts'

/** A prompt with the text `text`. */
export function userMessage(
  text: string,
  info: Partial<UserInfo> = {},
  parts: readonly object[] = [{ type: 'text', text }],
): Message {
  const full: UserInfo = { id: 'msg_0', sessionID: 'ses_a', role: 'user', time: { created: 0 }, ...info }
  return { info: full, parts: partsOf(full, parts) }
}

/** A step that is complete, with the finish reason 'stop'. `info` and `parts` are what differs. */
export function assistantMessage(info: Partial<AssistantInfo> = {}, parts: readonly object[] = []): Message {
  const full: AssistantInfo = {
    id: 'msg_1',
    sessionID: 'ses_a',
    role: 'assistant',
    parentID: 'msg_0',
    cost: 0,
    tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
    time: { created: 1, completed: 2 },
    finish: 'stop',
    ...info,
  }
  return { info: full, parts: partsOf(full, parts) }
}

/** The part of a call of `bash` in `state`. */
export function toolPart(state: ToolState): object {
  return { type: 'tool', tool: 'bash', callID: 'call_1', state }
}

function partsOf({ id, sessionID }: { id: string; sessionID: string }, parts: readonly object[]): Part[] {
  return parts.map((part, index) => ({ id: `prt_${id}_${index}`, messageID: id, sessionID, ...part }) as Part)
}
