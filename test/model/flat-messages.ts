import type { FlatAssistantMessage, FlatIdleMessage, FlatUserMessage } from '../../src/wire/flat/flat-message.ts'

/** A prompt of the preview API or of 2.x, created at 10. */
export function flatPrompt(text: string, fields: Partial<FlatUserMessage> = {}): FlatUserMessage {
  return { id: 'msg_0', time: { created: 10 }, type: 'user', text, ...fields }
}

/** A step of the preview API, complete, without content and without a finish reason. `fields` is what differs. */
export function flatStep(fields: Partial<FlatAssistantMessage> = {}): FlatAssistantMessage {
  return { id: 'msg_1', time: { created: 20, completed: 30 }, type: 'assistant', content: [], ...fields }
}

/** A step of 2.x: its text has no id. */
export function stepOf2x(fields: Partial<FlatAssistantMessage> = {}): FlatAssistantMessage {
  return flatStep({ content: [{ type: 'text', text: 'Hello.' }], ...fields })
}

/** The mark of 2.x that a run is over, created at 40. */
export function idleMark(fields: Pick<FlatIdleMessage, 'outcome'> & Partial<FlatIdleMessage>): FlatIdleMessage {
  return { id: 'msg_9', time: { created: 40 }, type: 'idle', ...fields }
}
