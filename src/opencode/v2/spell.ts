import { pickFields } from '../../wire/pick-fields.ts'
import type { Tokens } from '../../wire/tokens.ts'
import type { Admission, FlatPrompt } from '../flat/admission.ts'
import type { SpelledEvent, SpelledSession } from '../flat/dialect.ts'
import type { FlatEvent } from '../flat/flat-event.ts'
import { toPermission } from './permission-request.ts'

type Data = SpelledEvent['data']

/**
 * What happens in a session, as 2.x spells it (facts/opencode-2x.md section 3): a version marks a durable event. `at` is epoch ms. No
 * event tells how a call's arguments stream in: its type exists, and no publisher of it was found (section 3.1). Questions are forms,
 * which have a desk of their own.
 */
export function spell(event: FlatEvent, { id: sessionID, runs }: SpelledSession, at: number): readonly SpelledEvent[] {
  const tell = (type: string, data: Data = {}, version?: number): SpelledEvent => ({
    type,
    data: { sessionID, ...data },
    ...(version !== undefined && { version }),
  })
  const kept = (name: string, data: Data = {}, version = 1): readonly SpelledEvent[] => [
    tell(`session.${name}`, data, version),
  ]
  switch (event.kind) {
    case 'prompt-admitted':
      return kept('inbox.enqueued', { inboxID: event.prompt.id, item: itemOf(event.prompt) })
    case 'prompt-promoted':
      return kept('inbox.delivered', { inboxID: event.prompt.id })
    case 'execution-started':
      return [...kept('execution.started'), ...(runs.length <= 1 ? kept('instructions.updated', INSTRUCTIONS, 2) : [])]
    case 'execution-ended':
      return kept(`execution.${event.outcome}`, endOf(event))
    case 'step-started':
      return kept('step.started', { ...stepOf(event), agent: event.agent, model: event.model, started: at })
    case 'step-streamed':
      return kept('step.streamed', stepOf(event))
    case 'step-ended': {
      const { finish, rawFinish, cost, tokens, files } = event
      const used = { finish, rawFinish, cost, tokens: withoutTotal(tokens) }
      const ended = { ...stepOf(event), ...used, ...(files.length > 0 && { files }) }
      return [...kept('step.ended', ended), tell(USAGE_UPDATED)]
    }
    case 'step-failed': {
      const { error, finish, cost, tokens } = event
      const failed = { ...stepOf(event), error, ...(finish !== undefined && { finish }) }
      if (cost === undefined || !tokens) return kept('step.failed', failed)
      return [...kept('step.failed', { ...failed, cost, tokens: withoutTotal(tokens) }), tell(USAGE_UPDATED)]
    }
    case 'text-started':
      return kept(`${event.block}.started`, { ...stepOf(event), ordinal: event.ordinal })
    case 'text-delta':
      return [tell(`session.${event.block}.delta`, { ...stepOf(event), ordinal: event.ordinal, delta: event.delta })]
    case 'text-ended':
      return kept(`${event.block}.ended`, { ...stepOf(event), ordinal: event.ordinal, text: event.text })
    case 'tool-input-started':
      return kept('tool.input.started', { ...callOf(event), name: event.name })
    case 'tool-input-ended':
      return kept('tool.input.ended', { ...callOf(event), text: event.text })
    case 'tool-called':
      return kept('tool.called', { ...callOf(event), input: event.input, executed: false })
    case 'tool-progress':
      return [tell('session.tool.progress', { ...callOf(event), metadata: event.metadata })]
    case 'tool-succeeded': {
      const { content, structured } = event.end
      const texts = (content.length > 0 ? content : ['']).map((text) => ({ type: 'text', text }))
      return kept('tool.success', { ...callOf(event), content: texts, executed: false, metadata: structured }, 2)
    }
    case 'tool-failed': {
      const { error, metadata } = event
      return kept('tool.failed', { ...callOf(event), error, executed: false, ...(metadata && { metadata }) }, 2)
    }
    case 'retry-scheduled':
      return kept('retry.scheduled', { ...stepOf(event), attempt: event.attempt, at: event.at, error: event.error })
    case 'synthetic':
      return kept('synthetic', { text: event.text })
    case 'permission-asked':
      return [tell('permission.asked', toPermission(event.request))]
    case 'permission-replied':
      return [tell('permission.replied', { requestID: event.requestID, reply: event.reply })]
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
    case 'tool-input-delta':
    case 'todos-updated':
    case 'question-asked':
    case 'question-replied':
    case 'question-rejected':
      return []
  }
}

/** The session's totals, behind each step that used something: its record knows them. */
export const USAGE_UPDATED = 'session.usage.updated'

/** What the model is told before the first turn, by the hash of each piece; which pieces there are is inferred. */
const INSTRUCTIONS = { delta: { environment: 'fa4e1a57' } }

/** Of a prompt, what is 2.x's own. */
export const payloadOf = ({ type, prompt }: { readonly type?: Admission['type']; readonly prompt: FlatPrompt }): Data =>
  type === 'compaction' ? {} : pickFields(prompt, ['text', 'files', 'agents', 'skills', 'description', 'metadata'])

/** Tokens as 2.x counts them: five numbers, which add up. */
export const withoutTotal = ({ input, output, reasoning, cache: { read, write } }: Tokens): Tokens => ({
  input,
  output,
  reasoning,
  cache: { read, write },
})

const itemOf = (admission: Admission): Data => ({
  type: admission.type ?? 'user',
  payload: payloadOf(admission),
  delivery: admission.delivery,
})

function endOf({ outcome, error, reason }: Extract<FlatEvent, { kind: 'execution-ended' }>): Data {
  if (outcome === 'failed') return { error }
  // A person who declines: by the source a bare interrupt, and a real log shows it too (facts/opencode-2x.md section 3.1, "Permission ask").
  return outcome === 'interrupted' ? { reason: reason === 'declined' ? 'shutdown' : 'user' } : {}
}

const stepOf = ({ messageID }: { readonly messageID: string }): Data => ({ assistantMessageID: messageID })

const callOf = ({ messageID, callID }: { readonly messageID: string; readonly callID: string }): Data => ({
  assistantMessageID: messageID,
  id: callID,
})
