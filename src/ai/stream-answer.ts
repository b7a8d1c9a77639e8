import type { Price } from '../model/price.ts'
import type { ReplyEvent } from '../model/reply-event.ts'
import type { RespondOptions } from '../model/respond-options.ts'
import type { ModelReply } from '../model/turn.ts'
import { endOf } from './answer-of.ts'
import type { LanguageModelCall, LanguageModelPart } from './language-model-types.ts'
import { createPartWriter, eventsOf } from './stream-parts.ts'
import { firstAbort } from '../model/first-abort.ts'

/** What an answer is streamed from. `head` goes before it. */
export interface StreamedAnswer {
  readonly head: readonly LanguageModelPart[]
  readonly respond: (options: RespondOptions) => Promise<ModelReply>
  readonly price: Price | undefined
}

/**
 * Asks a model and streams what it says. Resolves as soon as it says something, so that an error before that rejects, as a provider's
 * does, and is tried again; a later one is the stream's. A consumer that cancels aborts the answer.
 */
export async function streamAnswer(
  { abortSignal, includeRawChunks = false }: LanguageModelCall,
  { head, respond, price }: StreamedAnswer,
): Promise<ReadableStream<LanguageModelPart>> {
  const partsOf = createPartWriter(includeRawChunks)
  const left = new AbortController()
  const signal = abortSignal ? firstAbort(abortSignal, left.signal) : left.signal
  const { readable, writable } = new TransformStream<LanguageModelPart, LanguageModelPart>()
  const writer = writable.getWriter()
  writer.closed.catch((reason: unknown) => left.abort(reason))
  return new Promise((resolve, reject) => {
    let told = false
    const write = async (parts: readonly LanguageModelPart[]): Promise<void> => {
      if (!told) resolve(readable)
      for (const part of told ? parts : [...head, ...parts]) await writer.write(part)
      told = true
    }
    const tell = (event: ReplyEvent): Promise<void> => write(partsOf(event))
    const answer = async (): Promise<void> => {
      const reply = await respond({ onEvent: tell, signal })
      if (!told) for (const event of eventsOf(reply.blocks)) await tell(event)
      await write([{ type: 'finish', ...endOf(reply, price) }])
      await writer.close()
    }
    answer().catch((error: unknown) => {
      reject(error)
      return writer.abort(error)
    })
  })
}
