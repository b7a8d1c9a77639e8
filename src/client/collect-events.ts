import { HttpCallError } from '../errors.ts'
import { pause } from '../http/real-timers.ts'
import type { EventObject } from '../wire/envelope.ts'
import { EVENT_SESSION_IDLE } from '../wire/event-types.ts'
import { parseSessionError } from '../wire/parse-session-error.ts'
import { readEnvelope } from '../wire/read-envelope.ts'
import type { SessionInfo } from '../wire/session-info.ts'
import { deferred } from './deferred.ts'
import type { PromptApi } from './prompt-api.ts'

/** The events of a run while it is under way. */
export interface CollectedEvents {
  /** Those that name the session, in the order they came. */
  readonly ofSession: readonly EventObject[]
  /** Throws `error`, the failure of the prompt's call, with what the server's events say of it. */
  explain(error: unknown): Promise<never>
  /** Resolves when the session was seen idle and nothing more comes, or when the stream is over. Rejects with what `onEvent` threw. */
  settled(): Promise<void>
}

/** ms without an event after which a stream that has shown the session idle is taken to be read. */
const QUIET = 10

/**
 * Reads the event stream of a session until `signal` aborts. Resolves once the server has confirmed the stream, so that a prompt
 * sent after it misses nothing.
 */
export async function collectEvents(
  calls: PromptApi,
  session: SessionInfo,
  { signal, onEvent }: { signal: AbortSignal; onEvent?: ((event: EventObject) => void) | undefined },
): Promise<CollectedEvents> {
  const ofSession: EventObject[] = []
  const stream = await calls.events(session, signal)
  await stream.next() // server.connected
  const idle = deferred<void>()
  void read()
  return { ofSession, explain, settled }

  async function read(): Promise<void> {
    for (let event = await next(); event; event = await next()) {
      try {
        onEvent?.(event)
      } catch (error) {
        idle.reject(error)
      }
      if (readEnvelope(event)?.sessionID !== session.id) continue
      ofSession.push(event)
      if (event.type === EVENT_SESSION_IDLE) idle.resolve()
    }
    idle.resolve()
  }

  /** The next event, undefined at the end. A stream that breaks ends the collecting, not the run: its outcome is in the messages. */
  async function next(): Promise<EventObject | undefined> {
    try {
      for (let result = await stream.next(); !result.done; result = await stream.next()) {
        const envelope = readEnvelope(result.value)
        if (envelope)
          return {
            ...(envelope.id !== undefined && { id: envelope.id }),
            type: envelope.type,
            properties: envelope.props,
          }
      }
    } catch {
      return undefined
    }
    return undefined
  }

  async function explain(error: unknown): Promise<never> {
    if (!(error instanceof HttpCallError) || (error.status ?? 0) < 500) throw error
    // The answer says only that something went wrong; what, goes to the stream (facts/opencode-1x.md section 7).
    await pause(QUIET)
    const reported = ofSession.map(({ type, properties }) => parseSessionError(type, properties)).find((found) => found)
    throw reported?.message === undefined ? error : error.because(`the server reported: ${reported.message}`)
  }

  /** An abort and a fatal error give two idle bursts, with the last message between them (facts/opencode-1x.md sections 5 and 7). */
  async function settled(): Promise<void> {
    // What `onEvent` threw rejects it in any case.
    if (calls.endsWithPrompt) idle.resolve()
    await idle.promise
    for (let seen = -1; seen !== ofSession.length; await pause(QUIET)) seen = ofSession.length
  }
}
