import { playTurn } from '../../../model/play-turn.ts'
import type { ScriptedTurn } from '../../../model/scripted-turn.ts'
import { wait } from '../../../model/wait.ts'
import type { MessageError } from '../../../wire/message.ts'
import type { Session } from '../session.ts'
import type { V1Server } from '../v1-server.ts'
import { finishReason } from '../../turn/finish-reason.ts'
import { type Failure, readFailure } from './read-failure.ts'
import { MAX_RETRIES, realRetryDelay, scriptedRetryDelay } from '../../turn/retry-delay.ts'
import type { StepTools } from './step-tools.ts'
import type { StepWriter } from './step-writer.ts'
import { streamFault } from '../../turn/stream-fault.ts'
import { untilAbort } from '../../../model/until-abort.ts'

/** How a step ended. `overflow`: the history is too long for the model. */
export type StepEnd =
  | { readonly type: 'finished' | 'aborted' }
  | { readonly type: 'failed' | 'overflow'; readonly error: MessageError }

/** What a step is played with. */
interface StepInput {
  readonly writer: StepWriter
  readonly tools: StepTools
  /** Asks for the reply to attempt number `attempt`, from 1. */
  readonly ask: (attempt: number) => Promise<ScriptedTurn>
  readonly signal: AbortSignal
  /** Called in the same moment as the finish is written: an abort comes before it, or after the step. */
  readonly onFinish: () => void
}

/** Asks the model for one step of `session` and writes what it says, retries and tools included. */
export async function playStep(server: V1Server, session: Session, input: StepInput): Promise<StepEnd> {
  const { writer, tools, signal } = input
  for (let attempt = 1; ; attempt += 1) {
    // Aborted before it was asked: no reply is used, and nothing said (facts/opencode-1x.md section 5).
    if (signal.aborted) return { type: 'aborted' }
    session.setStatus({ type: 'busy' })
    try {
      await playAttempt(input, attempt)
      return { type: 'finished' }
    } catch (error) {
      if (signal.aborted) return { type: 'aborted' }
      const failure = readFailure(error, server.core.patch) ?? { error: server.scriptFault(error) }
      if (failure.overflow) return { type: 'overflow', error: failure.error }
      if (!failure.retry || attempt > MAX_RETRIES) return { type: 'failed', error: failure.error }
      writer.forgetParts()
      try {
        await waitForRetry(server, session, { retry: failure.retry, attempt, tools, signal })
      } catch (reason) {
        return signal.aborted ? { type: 'aborted' } : { type: 'failed', error: server.scriptFault(reason) }
      }
    }
  }
}

async function playAttempt({ writer, tools, ask, signal, onFinish }: StepInput, attempt: number): Promise<void> {
  // A reply function that never answers must not hold up an abort.
  const turn = await untilAbort(ask(attempt), signal)
  // A stream that ends without a finish has one all the same, and no usage (facts/opencode-1x.md section 6).
  let end: Parameters<StepWriter['finish']>[0] = { finish: 'unknown', usage: 'omitted' }
  for await (const event of playTurn(turn, signal)) {
    // On its way from the generator an abort may have overtaken it.
    signal.throwIfAborted()
    if (event.type === 'finish') end = { finish: finishReason(event.finish), usage: event.usage }
    else if (!(event.type === 'start' && breaksAtOnce(turn))) writer.write(event)
  }
  const fault = turn.cut ? undefined : streamFault(turn)
  if (fault) throw fault
  writer.closeParts()
  await untilAbort(tools.settled(), signal)
  signal.throwIfAborted()
  writer.finish(end)
  onFinish()
}

/** Of an answer that breaks before its first delta opencode sees nothing. */
const breaksAtOnce = ({ cut }: ScriptedTurn): boolean => cut?.how === 'reset' && cut.after === 0

async function waitForRetry(
  { core }: V1Server,
  session: Session,
  input: { retry: NonNullable<Failure['retry']>; attempt: number; tools: StepTools; signal: AbortSignal },
): Promise<void> {
  const { retry, attempt, tools, signal } = input
  const real = realRetryDelay(retry.headers, attempt)
  session.setStatus({ type: 'retry', attempt, message: retry.message, next: core.clock.now() + real })
  // The timer is there at once: a test that saw the status may turn its clock.
  await Promise.all([wait(scriptedRetryDelay(core.settings.retryDelay, attempt, real), signal), tools.stop()])
}
