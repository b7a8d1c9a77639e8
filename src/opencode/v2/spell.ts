import { toPermission } from './permission-request.ts'
import type { FlatPrompt } from '../flat/admission.ts'
import type { SpelledEvent, SpelledSession } from '../flat/dialect.ts'
import type { FlatEvent } from '../flat/flat-event.ts'
import { pickFields } from '../../wire/pick-fields.ts'
import type { Tokens } from '../../wire/tokens.ts'

type Data = SpelledEvent['data']

/**
 * What happens in a session, as 2.x spells it (facts/opencode-2x.md section 3): a version marks a durable event. `at` is epoch ms. No
 * event tells how a call's arguments stream in: its type exists, and no publisher of it was found (section 3.1).
 */
export function spell(event: FlatEvent, { id: sessionID, runs }: SpelledSession, at: number): readonly SpelledEvent[] {
  const told =
    spellPrompt(event) ??
    spellStep(event, at) ??
    spellBlock(event) ??
    spellCall(event) ??
    spellRequest(event) ??
    spellRest(event)
  if (!told) return []
  const spelled = { ...told, data: { sessionID, ...told.data } }
  if (event.kind === 'execution-started' && runs.length <= 1) return [spelled, instructions(sessionID)]
  // With what the session has used by then, which its record knows.
  return 'cost' in told.data ? [spelled, { type: USAGE_UPDATED, data: { sessionID } }] : [spelled]
}

/** What the model is told before the first turn, by the hash of each piece; which pieces there are is inferred. */
const instructions = (sessionID: string): SpelledEvent => ({
  type: 'session.instructions.updated',
  data: { sessionID, delta: { environment: 'fa4e1a57' } },
  version: 2,
})

/** The session's totals, behind each step that used something. */
export const USAGE_UPDATED = 'session.usage.updated'

/** A durable event in its first version. */
const kept = (type: string, data: Data = {}): SpelledEvent => ({ type: `session.${type}`, data, version: 1 })

function spellPrompt(event: FlatEvent): SpelledEvent | undefined {
  switch (event.kind) {
    case 'prompt-admitted': {
      const { id, prompt, delivery } = event.prompt
      return kept('inbox.enqueued', { inboxID: id, item: { type: event.prompt.type ?? 'user', payload: event.prompt.type === 'compaction' ? {} : payloadOf(prompt), delivery } })
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
  pickFields(prompt, ['text', 'files', 'agents', 'skills', 'description', 'metadata'])

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
        ...pickFields({ ...event, tokens: withoutTotal(event.tokens) }, ['finish', 'rawFinish', 'cost', 'tokens']),
        ...(event.files.length > 0 && { files: event.files }),
      })
    case 'step-failed':
      return kept('step.failed', {
        assistantMessageID,
        ...pickFields({ ...event, tokens: event.tokens && withoutTotal(event.tokens) }, ['error', 'finish', 'cost', 'tokens']),
      })
    case 'retry-scheduled':
      return kept('retry.scheduled', { assistantMessageID, attempt: event.attempt, at: event.at, error: event.error })
    default:
      return undefined
  }
}

/** Tokens as 2.x counts them: five numbers, which add up. */
export const withoutTotal = ({ input, output, reasoning, cache: { read, write } }: Tokens): Tokens => ({
  input,
  output,
  reasoning,
  cache: { read, write },
})

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
      return { ...kept('tool.failed', { ...call, ...pickFields({ ...event }, ['error', 'metadata']), executed: false }), version: 2 }
  }
}

function spellRequest(event: FlatEvent): SpelledEvent | undefined {
  switch (event.kind) {
    case 'permission-asked':
      return { type: 'permission.asked', data: toPermission(event.request) }
    case 'permission-replied':
      return { type: 'permission.replied', data: { requestID: event.requestID, reply: event.reply } }
    default:
      return undefined
  }
}

function spellRest(event: FlatEvent): SpelledEvent | undefined {
  switch (event.kind) {
    case 'synthetic':
      return kept('synthetic', { text: event.text })
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
