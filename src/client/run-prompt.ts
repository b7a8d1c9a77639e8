import { InvalidOptionError, WaitTimeoutError } from '../errors.ts'
import { checkChoice, checkKeys, checkNumber, checkString, isRecord } from '../model/checks.ts'
import { RunResult } from '../model/run-result.ts'
import type { EventObject } from '../wire/envelope.ts'
import { API_NAMES, type ApiName, apiOf } from './api-of.ts'
import { collectEvents } from './collect-events.ts'
import { deferred } from './deferred.ts'
import type { PromptInput } from './prompt-api.ts'
import { type PromptTarget, readTarget, type Target } from './read-target.ts'
import { toCallServer } from './to-call-server.ts'
import { toPromptApi } from './to-prompt-api.ts'

/** The options of `runPrompt`. */
export interface RunPromptOptions {
  /** A session to go on with. Without it a new one is created. */
  readonly sessionID?: string
  readonly agent?: string
  /** `'provider/model'`, or its two halves. */
  readonly model?: string | { readonly providerID: string; readonly modelID: string }
  /** ms to wait for the end of the turn. Default: no limit. */
  readonly timeout?: number
  /** Ends the wait; the turn goes on. */
  readonly signal?: AbortSignal
  /** Called with each event of the session's directory as it arrives. */
  readonly onEvent?: (event: EventObject) => void
  /**
   * What to speak: `'v1'`, the preview API of 1.18, or 2.x, the latter two for a base URL or a FakeOpencode. Default: what a FakeOpencode
   * speaks (`'v1'` on 1.18); for a URL `'2'` when `GET /api/info` answers JSON, else `'v1'`.
   */
  readonly api?: ApiName
}

const names = ['sessionID', 'agent', 'model', 'timeout', 'signal', 'onEvent', 'api']

/**
 * Sends a prompt to an opencode server, waits for the end of that session's turn and collects what it did. A failed HTTP call
 * rejects with HttpCallError; a failed run does not, its outcome says so.
 *
 * @param target a base URL, a FakeOpencode, or a client of `@opencode-ai/sdk` (v1 or v2), which is used by its own methods
 * @throws InvalidOptionError for bad arguments, WaitTimeoutError after `timeout`, the signal's reason when it aborts
 */
export async function runPrompt(
  target: PromptTarget,
  prompt: string,
  options: RunPromptOptions = {},
): Promise<RunResult> {
  checkKeys('runPrompt(options)', options, names)
  const text = checkString('runPrompt(prompt)', prompt)
  const { sessionID, agent, model, timeout, onEvent, api } = options
  if (api !== undefined) checkChoice('runPrompt(api)', api, API_NAMES)
  if (timeout !== undefined) checkNumber('runPrompt(timeout)', timeout, { unit: 'ms' })
  const input: PromptInput = {
    text,
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model: readModel(model) }),
  }
  const read = readTarget('runPrompt(target)', target)
  const controller = new AbortController()
  return withLimit(options, controller, async () => {
    const calls = toPromptApi(read, api ?? (await ownApi(read, controller.signal)))
    const session = sessionID === undefined ? await calls.createSession() : await calls.getSession(sessionID)
    const events = await collectEvents(calls, session, { signal: controller.signal, onEvent })
    await calls.prompt(session, input, controller.signal).catch((error: unknown) => events.explain(error))
    await events.settled()
    const [messages, after] = await Promise.all([calls.messages(session), calls.getSession(session.id)])
    const { messages: added } = RunResult.from(messages)
    return new RunResult({ session: after, messages: added, events: events.ofSession })
  })
}

/** A client of the SDK is used by its methods for v1. */
const ownApi = async (target: Target, signal: AbortSignal): Promise<ApiName> =>
  'client' in target ? 'v1' : apiOf(target, toCallServer(target), signal)

function readModel(model: string | { providerID: string; modelID: string }): { providerID: string; modelID: string } {
  const expected = "'provider/model' or { providerID, modelID }"
  if (isRecord(model)) {
    const { providerID, modelID } = model
    return {
      providerID: checkString('runPrompt(model.providerID)', providerID),
      modelID: checkString('runPrompt(model.modelID)', modelID),
    }
  }
  const slash = checkString('runPrompt(model)', model, expected).indexOf('/')
  if (slash < 1) throw new InvalidOptionError({ path: 'runPrompt(model)', expected, received: model })
  return { providerID: model.slice(0, slash), modelID: model.slice(slash + 1) }
}

/** Runs `work` until it is done, the time is up or the caller's signal aborts; the calls under way are given up in any case. */
async function withLimit<T>(
  { timeout, signal }: RunPromptOptions,
  controller: AbortController,
  work: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const limit = deferred<never>()
  const stop = (): void => limit.reject(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  const late = (): void =>
    limit.reject(
      new WaitTimeoutError(`runPrompt: the turn did not end within ${timeout} ms`, { timeout: timeout ?? 0 }),
    )
  const timer = timeout === undefined ? undefined : setTimeout(late, timeout)
  try {
    return await Promise.race([work(), limit.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    controller.abort()
  }
}
