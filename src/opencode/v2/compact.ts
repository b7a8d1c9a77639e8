import type { StructuredError } from '../../wire/flat/structured-error.ts'
import { pickFields } from '../../wire/pick-fields.ts'
import { untilAbort } from '../../model/until-abort.ts'
import type { CompactionInput, FlatDialect, SpelledEvent } from '../flat/dialect.ts'
import type { FlatMachine } from '../flat/flat-machine.ts'
import type { FlatSession } from '../flat/flat-session.ts'
import { toModelMessages } from '../flat/model-request.ts'
import { readText } from '../turn/read-text.ts'
import { usageOf } from '../turn/usage-of.ts'
import { readFailure } from './read-failure.ts'
import { USAGE_UPDATED, withoutTotal } from './spell.ts'

type Data = SpelledEvent['data']

/**
 * Summarises a session's history, in the order of facts/opencode-2x.md section 3.1: a text that streams, what it used (which the log
 * alone tells), and the whole summary. A failure is not tried again here.
 */
export const compact: NonNullable<FlatDialect['compact']> = async (machine, session, input) => {
  const { inputID, signal } = input
  const reason = inputID === undefined ? 'auto' : 'manual'
  const tell = (type: string, data: Data, version?: number): void => {
    session.tell({ type, data: { sessionID: session.id, ...data }, ...(version !== undefined && { version }) })
  }
  const asked = pickFields({ inputID }, ['inputID'])
  tell('session.compaction.started', { reason, recent: '', ...asked }, 1)
  try {
    const { text, cost, tokens } = await summarise(machine, session, signal, (delta) =>
      tell('session.compaction.delta', { text: delta }),
    )
    tell('session.usage.recorded', { source: 'compaction', cost, tokens }, 1)
    tell('session.compaction.ended', { reason, text, recent: '', model: session.record.model, cost, tokens }, 1)
    tell(USAGE_UPDATED, {})
    return undefined
  } catch (thrown) {
    const error = signal.aborted ? CANCELLED : errorOf(machine, thrown)
    tell('session.compaction.failed', { reason, error, ...asked }, 1)
    return error
  }
}

const CANCELLED: StructuredError = { type: 'aborted', message: 'Compaction cancelled' }

const errorOf = ({ core, dialect }: FlatMachine, thrown: unknown): StructuredError =>
  readFailure(thrown)?.error ?? dialect.error('script', core.scriptFault(thrown))

async function summarise(
  { core, dialect }: FlatMachine,
  { id, messages, record: { model } }: FlatSession,
  signal: CompactionInput['signal'],
  onDelta: (delta: string) => void,
): Promise<ReturnType<typeof usageOf> & { readonly text: string }> {
  const history = toModelMessages(messages, dialect.toolResult)
  const request = { messages: history, model: model.id, session: id, attempt: 1 }
  const turn = await untilAbort(core.takeSummary(request), signal)
  const { text, usage } = await readText(turn, signal, onDelta)
  const { cost, tokens } = usageOf(core, model.id, usage)
  return { text, cost, tokens: withoutTotal(tokens) }
}
