import type { Message } from '../wire/message.ts'
import { readMessage } from '../wire/read-message.ts'

/** Messages that belong together: those of a run, if a prompt of the user `started` it. */
export interface MessageSlice {
  readonly messages: readonly Message[]
  readonly started: boolean
}

interface OpenSlice extends MessageSlice {
  readonly messages: Message[]
  readonly promptIDs: Set<string>
  /** When its last step was completed; undefined while a step runs, null before the first. */
  completedAt: number | null | undefined
}

/**
 * Cuts a message list of one session, oldest first, into runs. A prompt that was created before the step at work was completed
 * belongs to the running run (facts/opencode-1x.md section 3), and so does what opencode wrote itself; a shell command and its
 * output are no run. Without events, a prompt that has no answer cannot be told from one that asked for none: it is a run of its own.
 */
export function sliceMessages(messages: readonly Message[]): readonly MessageSlice[] {
  const slices: OpenSlice[] = []
  for (const message of messages) {
    const view = readMessage(message)
    const current = slices.at(-1)
    if (view.role === 'assistant') {
      const owner = slices.findLast(({ promptIDs }) => view.promptID === undefined || promptIDs.has(view.promptID))
      const slice = owner ?? open(slices, true)
      slice.messages.push(message)
      slice.completedAt = view.completedAt
      // The first messages of a list may be cut off: steps of one prompt stay together all the same.
      if (view.promptID !== undefined) slice.promptIDs.add(view.promptID)
      continue
    }
    const joins = view.origin === 'opencode' || (view.origin === 'user' && isRunning(current, view.createdAt))
    const slice = current && joins ? current : open(slices, view.origin !== 'shell')
    slice.messages.push(message)
    slice.promptIDs.add(view.id)
  }
  return slices
}

function open(slices: OpenSlice[], started: boolean): OpenSlice {
  const slice: OpenSlice = { messages: [], started, promptIDs: new Set(), completedAt: null }
  slices.push(slice)
  return slice
}

function isRunning(slice: OpenSlice | undefined, at: number | undefined): boolean {
  if (!slice || slice.completedAt === null) return false
  return slice.completedAt === undefined || (at !== undefined && at < slice.completedAt)
}
