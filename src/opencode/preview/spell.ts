import type { Tokens } from '../../wire/tokens.ts'
import type { SpelledEvent } from '../flat/dialect.ts'
import type { FlatEvent } from '../flat/flat-event.ts'
import { SNAPSHOT } from '../snapshot.ts'

type Data = Readonly<Record<string, unknown>>

/** No tool is run by the provider. */
const provider = { executed: false }

/** An event as the preview writes it (facts/opencode-1x-preview-api.md section 3); the times are epoch ms. */
export function spellPreview(event: FlatEvent, session: { readonly id: string }, at: number): readonly SpelledEvent[] {
  const sessionID = session.id
  const tell = (name: string, data: Data, version?: number, time: number = at): readonly SpelledEvent[] => [
    {
      type: `session.next.${name}`,
      data: { timestamp: time, sessionID, ...data },
      ...(version !== undefined && { version }),
      at: time,
    },
  ]
  const ask = (type: string, data: Data): readonly SpelledEvent[] => [{ type, data: { sessionID, ...data } }]
  switch (event.kind) {
    case 'prompt-admitted':
    case 'prompt-promoted': {
      const { id: messageID, prompt, delivery, created } = event.prompt
      const name = event.kind === 'prompt-admitted' ? 'prompt.admitted' : 'prompted'
      // The message has the time of its admission.
      return tell(name, { messageID, prompt, delivery }, 1, created)
    }
    case 'step-started': {
      const { messageID, agent, model } = event
      return tell('step.started', { assistantMessageID: messageID, agent, model, snapshot: SNAPSHOT }, 1)
    }
    case 'step-ended': {
      const { messageID, finish, cost, tokens, files } = event
      const used = { finish, cost, tokens: withoutTotal(tokens), snapshot: SNAPSHOT, files }
      return tell('step.ended', { assistantMessageID: messageID, ...used }, 2)
    }
    case 'step-failed':
      return tell('step.failed', { assistantMessageID: event.messageID, error: event.error }, 2)
    case 'text-started':
      return tell(`${event.block}.started`, textOf(event), 1)
    case 'text-delta':
      return tell(`${event.block}.delta`, { ...textOf(event), delta: event.delta })
    case 'text-ended':
      return tell(`${event.block}.ended`, { ...textOf(event), text: event.text }, 1)
    case 'tool-input-started':
      return tell('tool.input.started', { ...callOf(event), name: event.name }, 1)
    case 'tool-input-delta':
      return tell('tool.input.delta', { ...callOf(event), delta: event.delta })
    case 'tool-input-ended':
      return tell('tool.input.ended', { ...callOf(event), text: event.text }, 1)
    case 'tool-called':
      return tell('tool.called', { ...callOf(event), tool: event.name, input: event.input, provider }, 1)
    case 'tool-succeeded': {
      const { structured, content } = event.end
      const texts = content.map((text) => ({ type: 'text', text }))
      return tell('tool.success', { ...callOf(event), structured, content: texts, outputPaths: [], provider }, 1)
    }
    case 'tool-failed': {
      const { error, interrupted } = event
      // Without a result where it was interrupted (captures/1.18.33-api/08c-permission-reject.json).
      const result = interrupted ? {} : { result: { type: 'error', value: error.message } }
      return tell('tool.failed', { ...callOf(event), error, ...result, provider }, 1)
    }
    case 'agent-switched':
      return tell('agent.switched', { messageID: event.messageID, agent: event.agent }, 1)
    case 'model-switched':
      return tell('model.switched', { messageID: event.messageID, model: event.model }, 1)
    case 'revert-staged':
      return tell('revert.staged', { revert: event.revert }, 1)
    case 'revert-cleared':
      return tell('revert.cleared', {}, 1)
    case 'revert-committed':
      return tell('revert.committed', { messageID: event.messageID }, 1)
    case 'todos-updated':
      return ask('todo.updated', { todos: event.todos })
    case 'permission-asked':
      return ask('permission.v2.asked', toPermission(event.request))
    case 'permission-replied':
      return ask('permission.v2.replied', { requestID: event.requestID, reply: event.reply })
    case 'question-asked':
      return ask('question.v2.asked', toQuestion(event.request))
    case 'question-replied':
      return ask('question.v2.replied', { requestID: event.requestID, answers: event.answers })
    case 'question-rejected':
      return ask('question.v2.rejected', { requestID: event.requestID })
    // The preview says nothing of these.
    case 'execution-started':
    case 'execution-ended':
    case 'step-streamed':
    case 'tool-progress':
    case 'retry-scheduled':
    case 'synthetic':
      return []
  }
}

/** A request for a permission as events and lists show it. */
export function toPermission({
  source,
  ...request
}: Extract<FlatEvent, { kind: 'permission-asked' }>['request']): Data {
  return { ...request, ...(source && { source: { type: 'tool', ...source } }) }
}

/** Questions as events and lists show them. */
export function toQuestion({ source, ...request }: Extract<FlatEvent, { kind: 'question-asked' }>['request']): Data {
  return { ...request, tool: source }
}

const withoutTotal = ({ input, output, reasoning, cache: { read, write } }: Tokens): Tokens => ({
  input,
  output,
  reasoning,
  cache: { read, write },
})

function textOf({ messageID, block, ordinal }: Extract<FlatEvent, { kind: 'text-started' }> | TextEvent): Data {
  return { assistantMessageID: messageID, [`${block}ID`]: `${block}-${ordinal}` }
}

type TextEvent = Extract<FlatEvent, { kind: 'text-delta' | 'text-ended' }>

const callOf = ({ messageID, callID }: Extract<FlatEvent, { readonly callID: string }>): Data => ({
  assistantMessageID: messageID,
  callID,
})
