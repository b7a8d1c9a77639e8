import type { MessageError, UserInfo } from '../../../wire/message.ts'
import type { Session } from '../session.ts'
import type { V1Server } from '../v1-server.ts'
import { addCompaction, goOnAfter, markOf, outgrownPrompt } from './compaction.ts'
import { hasOutgrown } from '../../turn/has-outgrown.ts'
import { goesOn } from './goes-on.ts'
import type { Step } from './prepare-step.ts'
import { sendSummary } from './send-summary.ts'

const ABORTED: MessageError = { name: 'MessageAbortedError', data: { message: 'Aborted' } }

const BLOCKED: MessageError = {
  name: 'ContentFilterError',
  data: { message: "The response was blocked by the provider's content filter" },
}

const UNSTRUCTURED: MessageError = {
  name: 'StructuredOutputError',
  data: { message: 'Model did not produce structured output', retries: 0 },
}

/** Writes how a step ends, in the order of the real server, and says whether the loop goes on with another: true if it does. */
export class StepCloser {
  readonly #server: V1Server
  readonly #session: Session
  readonly #leave: () => void

  /** `leave` is called before the last idle: from then on a prompt needs a new loop. */
  constructor(server: V1Server, session: Session, { leave }: { leave: () => void }) {
    this.#server = server
    this.#session = session
    this.#leave = leave
  }

  /** The step had its finish. */
  finish({ prompt, writer, tools }: Step): boolean {
    const { finish = 'unknown' } = writer.info
    const summarise = prompt
    if (tools.structured) {
      writer.complete({ structured: tools.structured.value })
      writer.update({})
      return this.end({ summarise })
    }
    const final = finish !== 'tool-calls' && finish !== 'unknown'
    if (final && finish === 'content-filter') return this.#endWith({ prompt, writer }, BLOCKED)
    if (final && prompt.format !== undefined) {
      writer.complete({ error: UNSTRUCTURED })
      writer.update({})
      return this.end({ summarise })
    }
    writer.complete()
    const mark = markOf(this.#session.message(prompt.id))
    if (mark) this.#endCompaction(prompt, mark)
    if (hasOutgrown(writer.info, this.#server.core.settings.contextWindow)) this.#compact(prompt, { overflow: false })
    else if (tools.ended) return this.end({ summarise })
    this.#session.setStatus({ type: 'busy' })
    const message = this.#session.message(writer.info.id)
    if (goesOn(message, this.#server.core.patch) || this.#hasNewPrompt(prompt)) return true
    return this.end({ summarise })
  }

  /** Error, idle, the completed message, idle again: the end of every fatal error (facts/opencode-1x.md section 7). */
  fail({ writer, tools }: Step, error: MessageError): false {
    this.#leave()
    this.#session.sendError(error)
    this.#session.setStatus({ type: 'idle' })
    writer.closeParts()
    tools.abort()
    writer.complete({ error })
    this.#session.setStatus({ type: 'idle' })
    return false
  }

  /** The history is too long: it is compacted, and the turn goes on; a summary that is too long ends it (captures/1.18.33/09c-http-400-context-length.json). */
  overflow({ prompt, writer, tools }: Step, error: MessageError): boolean {
    this.#session.sendError(error)
    writer.closeParts()
    tools.abort()
    if (writer.info.summary === true) {
      const mark = markOf(this.#session.message(prompt.id))
      const outgrown = mark?.['overflow'] === true && outgrownPrompt(this.#session, prompt)
      const message = outgrown
        ? 'Conversation history too large to compact - exceeds model context limit'
        : 'Session too large to compact - context exceeds model limit even after stripping media'
      writer.complete({ error: { name: 'ContextOverflowError', data: { message } }, finish: 'error' })
      writer.update({})
      return this.end()
    }
    writer.complete()
    this.#compact(prompt, { overflow: true })
    this.#session.setStatus({ type: 'busy' })
    return true
  }

  /** What an abort tells at once: the error, and the first of two idle bursts. */
  announceAbort(): void {
    this.#session.sendError(ABORTED)
    this.#session.setStatus({ type: 'idle' })
  }

  /** What is left after an abort: the message as far as it came, without an error where it waited for a retry. */
  abort({ writer, tools }: Step, { inRetry }: { inRetry: boolean }): void {
    writer.closeParts()
    tools.abort()
    writer.complete(inRetry ? {} : { error: ABORTED })
    this.#session.setStatus({ type: 'idle' })
  }

  /** The last idle, and what comes behind it. */
  end({ summarise }: { readonly summarise?: UserInfo | undefined } = {}): false {
    this.#leave()
    this.#session.setStatus({ type: 'idle' })
    if (summarise) sendSummary(this.#server, this.#session, summarise)
    return false
  }

  /** The provider's content filter: the message first, then the error, one idle burst (facts/opencode-1x.md section 6). */
  #endWith({ prompt, writer }: Pick<Step, 'prompt' | 'writer'>, error: MessageError): false {
    writer.complete({ error })
    writer.update({})
    this.#leave()
    this.#session.sendError(error)
    return this.end({ summarise: prompt })
  }

  #endCompaction(prompt: UserInfo, { auto, overflow }: { readonly [field: string]: unknown }): void {
    if (auto === true) goOnAfter(this.#server, this.#session, prompt, { overflow: overflow === true })
    this.#session.send('session.compacted', {})
  }

  #compact({ agent = 'build', model }: UserInfo, { overflow }: { overflow: boolean }): void {
    if (model) addCompaction(this.#server, this.#session, { agent, model, auto: true, overflow })
  }

  /** Whether a prompt came meanwhile, a client's or opencode's own. */
  #hasNewPrompt(answered: UserInfo): boolean {
    return this.#session.messages.findLast(({ info }) => info.role === 'user')?.info.id !== answered.id
  }
}
