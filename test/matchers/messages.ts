import type { AssistantInfo, Message, UserInfo } from '../../src/wire/message.ts'
import type { TextPart } from '../../src/wire/part.ts'

const sessionID = 'ses_1'

/** A prompt as opencode 1.x stores it: one text part for each of `texts`. */
export function prompt(texts: string | readonly string[], info: Partial<UserInfo> = {}): Message {
  const id = info.id ?? 'msg_1'
  const model = { providerID: 'fake', modelID: 'fake-model' }
  return {
    info: { id, sessionID, role: 'user', time: { created: 1000 }, agent: 'build', model, ...info },
    parts: [texts].flat().map((text, index) => textPart(id, index, text)),
  }
}

/** A completed step of the model as opencode 1.x stores it, with one text part. */
export function answer(text: string, info: Partial<AssistantInfo> = {}): Message {
  const id = info.id ?? 'msg_2'
  const base: AssistantInfo = {
    id,
    sessionID,
    role: 'assistant',
    parentID: 'msg_1',
    cost: 0,
    tokens: { input: 10, output: 5, reasoning: 0, cache: { read: 0, write: 0 } },
    time: { created: 1001, completed: 1002 },
  }
  return { info: { ...base, ...info }, parts: text ? [textPart(id, 0, text)] : [] }
}

const textPart = (messageID: string, index: number, text: string): TextPart => ({
  id: `prt_${messageID}_${index}`,
  sessionID,
  messageID,
  type: 'text',
  text,
})
