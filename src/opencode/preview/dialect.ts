import { ownValue } from '../../model/own-value.ts'
import type { FlatTool as ListedTool } from '../../wire/flat/flat-content.ts'
import type { FlatMessage } from '../../wire/flat/flat-message.ts'
import type { StructuredError } from '../../wire/flat/structured-error.ts'
import type { FlatDialect } from '../flat/dialect.ts'
import { FLAT_TOOLS } from '../flat/tools/tool-list.ts'
import { previewError } from './errors.ts'
import { readPreviewFailure } from './read-failure.ts'
import { spellPreview } from './spell.ts'

/** The preview API of 1.18: what it says, and where it is odd (facts/opencode-1x-preview-api.md section 3). */
export const previewDialect: FlatDialect = {
  spell: spellPreview,
  tools: FLAT_TOOLS,
  toolResult,
  error: (_kind, message) => previewError(message),
  inputFault: (_name, fault) => `Invalid tool input: ${fault}`,
  startsWithAnswer: true,
  callsAtEnd: true,
  // Always, also where the model has a price (captures/1.18.33-api/16b-builtin-model-cost.json).
  cost: () => 0,
  finishFailure: () => undefined,
  badInput: (name) => ({ step: previewError(`Invalid JSON input for openai-chat tool call ${name}`) }),
  readFailure: readPreviewFailure,
  // A text is ended, and then nothing (captures/1.18.33-api/07g-stream-end-no-finish.json).
  unfinished: () => undefined,
  refused: (messages) => mediaFault(messages),
  tellsRetries: false,
  rejectsAll: false,
  stoppedCall: () => previewError('Tool execution interrupted'),
  incompleteCall: () => undefined,
  stoppedStep: (reason, phase) => {
    if (reason === 'declined') return undefined
    return phase === 'tools' ? 'ended' : previewError('Provider turn interrupted')
  },
  unknownModel: { promotes: true, error: (model) => previewError(`Model unavailable: ${model}`) },
}

/** The texts of its content, else its data; of a failure its error (facts/opencode-1x-preview-api.md section 0). */
function toolResult({ state }: ListedTool): string {
  if (state.status === 'error') return JSON.stringify({ error: state.error, content: [], structured: {} })
  const texts = (state.content ?? []).flatMap(({ text }) => text ?? [])
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(state.structured ?? {})
}

/** Text files are nothing that the model's API takes (captures/1.18.33-api/10f-prompt-files-agents.json). */
function mediaFault(messages: readonly FlatMessage[]): StructuredError | undefined {
  const files = messages.flatMap((message): readonly unknown[] =>
    message.type === 'user' ? (message.files ?? []) : [],
  )
  const types = files.map((file) => String(ownValue(Object(file), 'mime')))
  const refused = types.find((type) => !type.startsWith('image/'))
  return refused === undefined ? undefined : previewError(`OpenAI Chat does not support media type ${refused}`)
}
