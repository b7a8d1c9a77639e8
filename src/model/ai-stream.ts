import type { AiStep } from './ai-messages.ts'
import { isRecord } from './checks.ts'

/** What a stream of the AI SDK came to. `failure`: the error it told or broke off with, or the abort. */
export interface AiStream {
  readonly steps: readonly AiStep[]
  readonly failure?: { readonly thrown: unknown }
}

type Part = Readonly<Record<string, unknown>>

/** Reads a `fullStream` to its end. A step that the stream breaks off in keeps what came of it. */
export async function readAiStream(stream: AsyncIterable<unknown>): Promise<AiStream> {
  const steps: AiStep[] = []
  let failure: AiStream['failure']
  let open: StepReader | undefined
  try {
    for await (const part of stream) {
      if (!isRecord(part)) continue
      const { type } = part
      if (type === 'start-step') open = new StepReader(part['request'])
      else if (type === 'abort') failure = { thrown: abortOf(part['reason']) }
      else if (type === 'error') failure ??= { thrown: part['error'] }
      else if (type === 'finish-step' && open) {
        steps.push(open.end(part))
        open = undefined
      } else open?.read(part)
    }
  } catch (thrown) {
    failure ??= { thrown }
  }
  if (open) steps.push(open.end({}))
  return { steps, ...(failure && { failure }) }
}

const abortOf = (reason: unknown): unknown => ({
  name: 'AbortError',
  message: typeof reason === 'string' ? reason : 'the run was aborted',
})

/** Puts the parts of one step together. */
class StepReader {
  readonly #request: unknown
  readonly #content: { type: unknown; [field: string]: unknown }[] = []
  readonly #texts = new Map<string, { type: string; text: string }>()

  constructor(request: unknown) {
    this.#request = request
  }

  read(part: Part): void {
    const { type, id, text } = part
    if (type === 'text-delta' || type === 'reasoning-delta') {
      this.#textOf(type === 'text-delta' ? 'text' : 'reasoning', String(id)).text +=
        typeof text === 'string' ? text : ''
    } else if (
      type === 'tool-call' ||
      type === 'tool-result' ||
      type === 'tool-error' ||
      type === 'tool-output-denied'
    ) {
      this.#content.push({ ...part, type })
    }
  }

  end({ finishReason, usage, response, providerMetadata }: Part): AiStep {
    return { content: this.#content, finishReason, usage, response, providerMetadata, request: this.#request }
  }

  #textOf(type: string, id: string): { text: string } {
    const known = this.#texts.get(`${type} ${id}`)
    if (known) return known
    const block = { type, text: '' }
    this.#texts.set(`${type} ${id}`, block)
    this.#content.push(block)
    return block
  }
}
