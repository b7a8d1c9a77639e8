import { toPermission } from './permission-request.ts'
import type { FlatPrompt } from '../flat/admission.ts'
import type { SpelledEvent } from '../flat/dialect.ts'
import type { FlatEvent } from '../flat/flat-event.ts'
import { pickFields } from '../../wire/pick-fields.ts'

type Data = SpelledEvent['data']

/**
 * What happens in a session, as 2.x spells it (facts/opencode-2x.md section 3): a version marks a durable event. `at` is epoch ms. No
 * event tells how a call's arguments stream in: its type exists, and no publisher of it was found (section 3.1).
 */
export function spell(event: FlatEvent, at: number): readonly SpelledEvent[] {
  const spelled = spellPrompt(event) ?? spellStep(event, at) ?? spellBlock(event) ?? spellCall(event) ?? spellRest(event)
  return spelled ? [spelled] : []
}

/** A durable event in its first version. */
const kept = (type: string, data: Data = {}): SpelledEvent => ({ type: `session.${type}`, data, version: 1 })

function spellPrompt(event: FlatEvent): SpelledEvent | undefined {
  switch (event.kind) {
    case 'prompt-admitted': {
      const { id, prompt, delivery } = event.prompt
      return kept('inbox.enqueued', { inboxID: id, item: { type: 'user', payload: payloadOf(prompt), delivery } })
    }
    case 'prompt-promoted':
      return kept('inbox.delivered', { inboxID: event.prompt.id })
    case 'execution-started':
      return kept('execution.started')
    case 'execution-ended': {
      const { outcome, error, reason } = event
      if (outcome === 'failed') return kept('execution.failed', { error })
      // By the source a bare interrupt, and a real log shows it too (facts/opencode-2x.md section 3.1, "Permission ask").
      const why = reason === 'declined' ? 'shutdown' : 'user'
      return kept(`execution.${outcome}`, outcome === 'interrupted' ? { reason: why } : {})
    }
    default:
      return undefined
  }
}

/** Of a prompt, what is 2.x's own. */
export const payloadOf = (prompt: FlatPrompt): Data =>
  pickFields(prompt, ['text', 'files', 'agents', 'skills', 'metadata'])

function spellStep(event: FlatEvent, at: number): SpelledEvent | undefined {
  if (!('messageID' in event)) return undefined
  const assistantMessageID = event.messageID
  switch (event.kind) {
    case 'step-started':
      return kept('step.started', { assistantMessageID, agent: event.agent, model: event.model, started: at })
    case 'step-streamed':
      return kept('step.streamed', { assistantMessageID })
    case 'step-ended':
      return kept('step.ended', {
        assistantMessageID,
        ...pickFields({ ...event }, ['finish', 'rawFinish', 'cost', 'tokens', 'files']),
      })
    case 'step-failed':
      return kept('step.failed', {
        assistantMessageID,
        ...pickFields({ ...event }, ['error', 'finish', 'cost', 'tokens']),
      })
    case 'retry-scheduled':
      return kept('retry.scheduled', { assistantMessageID, attempt: event.attempt, at: event.at, error: event.error })
    default:
      return undefined
  }
}

function spellBlock(event: FlatEvent): SpelledEvent | undefined {
  switch (event.kind) {
    case 'text-started':
      return kept(`${event.block}.started`, { assistantMessageID: event.messageID, ordinal: event.ordinal })
    case 'text-delta': {
      const data = { assistantMessageID: event.messageID, ordinal: event.ordinal, delta: event.delta }
      return { type: `session.${event.block}.delta`, data }
    }
    case 'text-ended':
      return kept(`${event.block}.ended`, {
        assistantMessageID: event.messageID,
        ordinal: event.ordinal,
        text: event.text,
      })
    default:
      return undefined
  }
}

function spellCall(event: FlatEvent): SpelledEvent | undefined {
  if (!('callID' in event)) return undefined
  const call = { assistantMessageID: event.messageID, id: event.callID }
  switch (event.kind) {
    case 'tool-input-started':
      return kept('tool.input.started', { ...call, name: event.name })
    case 'tool-input-delta':
      return undefined
    case 'tool-input-ended':
      return kept('tool.input.ended', { ...call, text: event.text })
    case 'tool-called':
      return kept('tool.called', { ...call, input: event.input, executed: false })
    case 'tool-progress':
      return { type: 'session.tool.progress', data: { ...call, metadata: event.metadata } }
    case 'tool-succeeded': {
      const { content, structured } = event.end
      const texts = (content.length > 0 ? content : ['']).map((text) => ({ type: 'text', text }))
      return { ...kept('tool.success', { ...call, content: texts, executed: false, metadata: structured }), version: 2 }
    }
    case 'tool-failed':
      return { ...kept('tool.failed', { ...call, error: event.error, executed: false }), version: 2 }
  }
}

function spellRest(event: FlatEvent): SpelledEvent | undefined {
  switch (event.kind) {
    case 'synthetic':
      return kept('synthetic', { text: event.text })
    case 'permission-asked':
      return { type: 'permission.asked', data: toPermission(event.request) }
    case 'permission-replied':
      return { type: 'permission.replied', data: { requestID: event.requestID, reply: event.reply } }
    case 'agent-switched':
      return kept('agent.selected', { agent: event.agent })
    case 'model-switched':
      return kept('model.selected', { model: event.model })
    case 'revert-staged':
      return kept('revert.staged', { revert: event.revert })
    case 'revert-cleared':
      return kept('revert.cleared')
    case 'revert-committed':
      return kept('revert.committed', { to: event.messageID })
    default:
      return undefined
  }
}
