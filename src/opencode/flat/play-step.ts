import { untilAbort } from '../../model/until-abort.ts'
import { playTurn } from '../../model/play-turn.ts'
import { wait } from '../../model/wait.ts'
import type { StructuredError } from '../../wire/flat/structured-error.ts'
import type { Tokens } from '../../wire/tokens.ts'
import { finishReason } from '../turn/finish-reason.ts'
import { scriptedRetryDelay } from '../turn/retry-delay.ts'
import { streamFault } from '../turn/stream-fault.ts'
import type { FlatFailure, StopReason } from './dialect.ts'
import type { FlatMachine } from './flat-machine.ts'
import type { FlatSession } from './flat-session.ts'
import { StepAttempt, type StreamEnd } from './step-attempt.ts'

/** How a step ended. */
export type StepEnd =
  /** `goesOn`: it called tools, so that another step follows. */
  | { readonly type: 'finished'; readonly goesOn: boolean; readonly tokens: Tokens }
  | { readonly type: 'failed'; readonly error: StructuredError }
  /** The history is too long for the model, and nothing was said yet. */
  | { readonly type: 'overflow' }
  | { readonly type: 'stopped'; readonly reason: StopReason }
  /** Its stream ended without a finish, and nothing more is told. */
  | { readonly type: 'unfinished' }

/** Asks the model for one step of a session and tells what it says, retries and tools included. `compacts`: a history that is too long may be compacted. */
export async function playStep(
  machine: FlatMachine,
  session: FlatSession,
  { signal, compacts }: { readonly signal: AbortSignal; readonly compacts: boolean },
): Promise<StepEnd> {
  let step = new StepAttempt(machine, session)
  const refused = machine.dialect.refused?.(session.messages)
  if (refused) return step.fail({ error: refused })
  for (let attempt = 1; ; attempt += 1) {
    if (signal.aborted) return step.stop('user', 'stream')
    let failure: FlatFailure | undefined
    try {
      const end = await playAttempt(machine, step, { attempt, signal })
      if (end) return await finishStep(machine, step, end, signal)
      failure = machine.dialect.unfinished({ attempt, hasOutput: step.writer.hasOutput })
      if (!failure) return step.leave()
    } catch (error) {
      if (signal.aborted) return step.stop('user', 'stream')
      const place = { attempt, hasOutput: step.writer.hasOutput }
      failure = machine.dialect.readFailure(error, place) ?? {
        error: machine.dialect.error('script', machine.core.scriptFault(error)),
      }
    }
    if (failure.overflow && compacts && !step.writer.hasOutput) return { type: 'overflow' }
    const again = nextAttempt(machine, step, failure)
    if (!again) return step.fail(failure)
    try {
      await waitForRetry(machine, step, { failure, attempt, signal })
    } catch (reason) {
      if (signal.aborted) return step.stop('user', 'stream')
      return step.fail({ error: machine.dialect.error('script', machine.core.scriptFault(reason)) })
    }
    step = again()
  }
}

/** Plays one round-trip. undefined: its stream had no finish. */
async function playAttempt(
  { core, dialect }: FlatMachine,
  step: StepAttempt,
  { attempt, signal }: { attempt: number; signal: AbortSignal },
): Promise<StreamEnd | undefined> {
  if (!dialect.startsWithAnswer) step.writer.start()
  // A reply function that never answers must not hold up an interrupt.
  const turn = await untilAbort(core.takeTurn(step.request(attempt), step.promptText), signal)
  let end: StreamEnd | undefined
  for await (const event of playTurn(turn, signal)) {
    // On its way from the generator an abort may have overtaken it.
    signal.throwIfAborted()
    if (event.type === 'finish')
      end = { rawFinish: event.finish, finish: finishReason(event.finish), usage: event.usage }
    else step.writer.write(event)
  }
  const fault = turn.cut ? undefined : streamFault(turn)
  if (fault) throw fault
  return end
}

async function finishStep(
  { dialect }: FlatMachine,
  step: StepAttempt,
  end: StreamEnd,
  signal: AbortSignal,
): Promise<StepEnd> {
  const { writer, calls } = step
  const fault = writer.endStream()
  if (fault) return step.fail({ error: fault })
  step.streamed()
  const refused = dialect.finishFailure(end.finish)
  if (refused) return step.fail(refused, end)
  try {
    await untilAbort(calls.settled(), signal)
    signal.throwIfAborted()
  } catch (error) {
    if (signal.aborted) return step.stop('user', 'tools', end)
    throw error
  }
  if (calls.declined) return step.stop('declined', 'tools', end)
  // What called tools stopped for them, whatever the provider says (seen on a real server).
  const tokens = step.end(calls.count > 0 && end.finish === 'stop' ? { ...end, finish: 'tool-calls' } : end)
  return { type: 'finished', goesOn: calls.count > 0, tokens }
}

/** How the step goes on after a failure: with itself, or behind it with a text that tells the model to go on. undefined: not at all. */
function nextAttempt(machine: FlatMachine, step: StepAttempt, failure: FlatFailure): (() => StepAttempt) | undefined {
  const { dialect, core } = machine
  if (failure.retryAfter === undefined) return undefined
  if (!step.writer.hasOutput) return () => step.again()
  const text = dialect.continuation
  if (text === undefined) return undefined
  return () => {
    step.session.send({ kind: 'synthetic', messageID: core.ids.next('msg'), text })
    return new StepAttempt(machine, step.session)
  }
}

async function waitForRetry(
  { core, dialect }: FlatMachine,
  step: StepAttempt,
  { failure, attempt, signal }: { failure: FlatFailure; attempt: number; signal: AbortSignal },
): Promise<void> {
  const { retryAfter: real = 0, error } = failure
  if (step.writer.hasOutput) step.fail(failure)
  if (dialect.tellsRetries) {
    step.writer.start()
    const { messageID } = step.writer
    step.session.send({ kind: 'retry-scheduled', messageID, attempt: attempt + 1, at: core.clock.now() + real, error })
  }
  await wait(scriptedRetryDelay(core.settings.retryDelay, attempt, real), signal)
}
