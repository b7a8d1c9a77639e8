import type { MessageView, NoteView, PromptView, StepView } from '../wire/message-view.ts'
import { readMessage } from '../wire/read-message.ts'
import type { RunMessage } from '../wire/run-message.ts'

/** Messages that belong together: those of a run, if a prompt of the user `started` it. */
export interface MessageSlice {
  readonly messages: readonly RunMessage[]
  readonly started: boolean
}

interface OpenSlice extends MessageSlice {
  readonly messages: RunMessage[]
  readonly promptIDs: Set<string>
  lastStep: StepView | undefined
  /** Whether a mark said that it is over. */
  closed: boolean
}

/**
 * Cuts a message list of one session, oldest first, into runs. Where marks tell that runs are over, they tell where a run ends. Elsewhere
 * a prompt that was created before the step at work was completed belongs to the running run (facts/opencode-1x.md section 3), and so
 * does what opencode wrote itself; a shell command and its output are no run. Without events, a prompt that has no answer cannot be
 * told from one that asked for none, or from one that was stopped before its first step: it is a run of its own.
 */
export function sliceMessages(messages: readonly RunMessage[]): readonly MessageSlice[] {
  const views = messages.map((message) => [message, readMessage(message)] as const)
  const slicer = new Slicer(views.some(([, { role }]) => role === 'idle'))
  for (const [message, view] of views) slicer.take(message, view)
  return slicer.slices
}

class Slicer {
  readonly slices: OpenSlice[] = []
  /** Whether the server marks the ends of runs. */
  readonly #marked: boolean

  constructor(marked: boolean) {
    this.#marked = marked
  }

  take(message: RunMessage, view: MessageView): void {
    const slice = this.#sliceOf(view)
    if (!slice) return
    slice.messages.push(message)
    if (view.role === 'user') slice.promptIDs.add(view.id)
    if (view.role === 'idle') slice.closed = true
    if (view.role !== 'assistant') return
    slice.lastStep = view
    // The first messages of a list may be cut off: steps of one prompt stay together all the same.
    if (view.promptID !== undefined) slice.promptIDs.add(view.promptID)
  }

  #sliceOf(view: MessageView): OpenSlice | undefined {
    if (view.role === 'assistant') return this.#ofStep(view)
    if (view.role === 'user') return this.#ofPrompt(view)
    return view.role === 'note' ? this.#ofNote(view) : (this.#current ?? this.#open(true))
  }

  get #current(): OpenSlice | undefined {
    const last = this.slices.at(-1)
    return last?.closed === false ? last : undefined
  }

  #ofStep({ promptID }: StepView): OpenSlice {
    if (promptID === undefined) return this.#current ?? this.#open(this.slices.length === 0)
    return this.slices.findLast(({ promptIDs }) => promptIDs.has(promptID)) ?? this.#open(true)
  }

  #ofPrompt({ origin, createdAt }: PromptView): OpenSlice {
    const current = this.#current
    const joins = origin === 'opencode' || (origin === 'user' && this.#isTakenUpBy(current, createdAt))
    return current && joins ? current : this.#open(origin === 'user')
  }

  #isTakenUpBy(slice: OpenSlice | undefined, at: number | undefined): boolean {
    const { lastStep } = slice ?? {}
    if (this.#marked) return lastStep?.aborted !== true
    if (lastStep?.state !== 'over') return lastStep?.state === 'continues'
    return at !== undefined && at < (lastStep.completedAt ?? 0)
  }

  // What is noted between two runs is of neither; only a compaction is work.
  #ofNote({ kind }: NoteView): OpenSlice | undefined {
    const current = this.#current
    if (current && (this.#marked || current.lastStep?.state !== 'over')) return current
    return kind === 'compaction' ? this.#open(false) : undefined
  }

  #open(started: boolean): OpenSlice {
    const slice: OpenSlice = { messages: [], started, promptIDs: new Set(), lastStep: undefined, closed: false }
    this.slices.push(slice)
    return slice
  }
}
