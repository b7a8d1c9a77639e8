import { describe, ModelHttpError } from '../../errors.ts'
import { playTurn } from '../../model/play-turn.ts'
import { wait } from '../../model/wait.ts'
import type { MessageError } from '../../wire/message.ts'
import { toModelRequest } from './model-request.ts'
import { isRetryable, providerError, providerMessage } from './provider-error.ts'
import { MAX_RETRIES, realRetryDelay, scriptedRetryDelay } from './retry-delay.ts'
import type { Session } from './session.ts'
import type { StepWriter } from './step-writer.ts'
import type { V1Server } from './v1-server.ts'

/** How a step ended. An abort in a retry's wait leaves other traces than one mid-stream (facts/opencode-1x.md section 5). */
export type StepEnd =
  | { readonly type: 'finished' }
  | { readonly type: 'failed'; readonly error: MessageError }
  | { readonly type: 'aborted' }

/** Asks the model for one step of `session` and writes what it says, retries included. `prompt` is the text of the prompt it answers. */
export async function playStep(
  server: V1Server,
  session: Session,
  writer: StepWriter,
  { prompt, signal }: { prompt: string; signal: AbortSignal },
): Promise<StepEnd> {
  for (let attempt = 1; ; attempt += 1) {
    session.setStatus({ type: 'busy' })
    try {
      await playAttempt(server, session, writer, { prompt, signal, attempt })
      return { type: 'finished' }
    } catch (error) {
      if (signal.aborted) return { type: 'aborted' }
      if (!(error instanceof ModelHttpError)) return { type: 'failed', error: scriptFault(server, error) }
      if (!isRetryable(error.status) || attempt > MAX_RETRIES) return { type: 'failed', error: providerError(error) }
      try {
        await waitForRetry(server, session, { error, attempt, signal })
      } catch (reason) {
        return signal.aborted ? { type: 'aborted' } : { type: 'failed', error: scriptFault(server, reason) }
      }
    }
  }
}

async function playAttempt(
  server: V1Server,
  session: Session,
  writer: StepWriter,
  { prompt, signal, attempt }: { prompt: string; signal: AbortSignal; attempt: number },
): Promise<void> {
  // Aborted before it was asked: no reply is used.
  signal.throwIfAborted()
  const { id, modelID = '' } = writer.info
  const request = toModelRequest(session, { model: modelID, attempt, before: id })
  const turn = await untilAbort(server.core.takeTurn(request, prompt), signal)
  for await (const event of playTurn(turn, signal)) writer.write(event)
}

async function waitForRetry(
  { core }: V1Server,
  session: Session,
  { error, attempt, signal }: { error: ModelHttpError; attempt: number; signal: AbortSignal },
): Promise<void> {
  const real = realRetryDelay(error.headers, attempt)
  session.setStatus({ type: 'retry', attempt, message: providerMessage(error), next: core.clock.now() + real })
  await wait(scriptedRetryDelay(core.settings.retryDelay, attempt, real), signal)
}

/** A reply function that never answers must not hold up an abort. */
function untilAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, stop } = rejectionOnAbort(signal)
  return Promise.race([work, promise]).finally(stop)
}

function rejectionOnAbort(signal: AbortSignal): { promise: Promise<never>; stop: () => void } {
  const settle = { stop: (): void => undefined }
  const promise = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(signal.reason)
    settle.stop = () => signal.removeEventListener('abort', fail)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
  return { promise, stop: () => settle.stop() }
}

/** What the test's own code threw fails the turn, and stands in the misses: it must not look like a fault of the code under test. */
function scriptFault({ core }: V1Server, error: unknown): MessageError {
  const message = error instanceof Error ? error.message : describe(error)
  core.addMiss({ kind: 'script', message: `the script itself failed: ${message}` })
  return { name: 'UnknownError', data: { message } }
}
