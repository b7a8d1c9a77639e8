import type { Change } from '../wire/change.ts'
import type { PromptView } from '../wire/message-view.ts'

/** A run that is being tracked. `accepted`: opencode took its prompt; false for one that was refused before it was stored. */
export interface TrackedRun {
  readonly at: number
  readonly messageIDs: Set<string>
  readonly accepted: boolean
  /** Whether its last step is complete. */
  settled: boolean
}

/**
 * Follows the changes of one session and tells its runs apart. A run begins with the prompt that came before the session went busy,
 * and ends when it is idle. What belongs to a message stays with the run of that message, however late it comes: the summary of a
 * prompt arrives up to a second after the idle (facts/opencode-1x.md section 3), and a subscriber that came late sees the prompt
 * only then.
 */
export class RunTracker {
  readonly runs: TrackedRun[] = []
  readonly #origins: ReadonlyMap<string, PromptView['origin']>
  readonly #seen = new Set<string>()
  readonly #owners = new Map<string, TrackedRun>()
  readonly #refusals = new Map<number, TrackedRun>()
  #current: TrackedRun | undefined
  #busy = false
  /** A prompt that no work has begun for yet; it may be one that asked for no reply. */
  #waiting: { readonly id: string; readonly at: number } | undefined
  /** A step that was complete when it was first seen, and belongs to no known run. */
  #stray: string | undefined

  /** `origins`: who wrote the prompts of the session. */
  constructor(origins: ReadonlyMap<string, PromptView['origin']>) {
    this.#origins = origins
  }

  /** Takes the change at place `at` of the list. */
  take(at: number, change: Change): void {
    if (change.kind === 'message') {
      if (change.info.role === 'user') this.#prompt(at, change.messageID)
      else this.#step(at, change.messageID, change.info)
    } else if (change.kind === 'busy') {
      if (!this.#busy) this.#start(at)
    } else if (change.kind === 'idle') {
      this.#idle()
    } else if (change.kind === 'error' && !this.#busy && this.#current?.settled !== false) {
      this.#refuse(at)
    }
  }

  /** The run that the change at place `at` belongs to. */
  ownerOf(at: number, change: Change): TrackedRun | undefined {
    const owner = 'messageID' in change && change.messageID !== undefined && this.#owners.get(change.messageID)
    if (owner) return owner
    return this.#refusals.get(at) ?? this.runs.findLast((run) => run.accepted && run.at <= at)
  }

  #prompt(at: number, id: string): void {
    if (this.#seen.has(id)) return
    this.#seen.add(id)
    const owner = this.#owners.get(id) ?? (this.#busy ? this.#current : undefined)
    if (owner) this.#add(owner, id)
    else this.#waiting = { id, at }
  }

  #step(at: number, id: string, { parentID, time }: { parentID?: string; time?: { completed?: number } }): void {
    const completed = time?.completed !== undefined
    const first = !this.#seen.has(id)
    this.#seen.add(id)
    const prompted = parentID === undefined ? undefined : this.#owners.get(parentID)
    let run = this.#owners.get(id) ?? (first ? (prompted ?? (this.#busy ? this.#current : undefined)) : undefined)
    if (!run && completed) {
      // A copy that a fork made, or the last step of a run whose beginning was missed.
      this.#stray = id
      if (this.#waiting?.id === parentID) this.#waiting = undefined
      return
    }
    run ??= this.#start(at)
    run.settled = completed
    if (!first) return
    this.#add(run, id)
    // The prompt may not have been seen; when it comes, it belongs here.
    if (parentID !== undefined) this.#owners.set(parentID, run)
    if (completed) return
    this.#current = run
    this.#busy = true
  }

  #start(at: number): TrackedRun {
    const waiting = this.#waiting
    const continued = waiting && this.#origins.get(waiting.id) === 'opencode' ? this.#current : undefined
    const run = continued ?? this.#open(waiting?.at ?? at, true)
    if (waiting) this.#add(run, waiting.id)
    this.#waiting = undefined
    this.#busy = true
    this.#current = run
    return run
  }

  #idle(): void {
    // Busy and idle with nothing between: the rest of a run whose last step came just before them.
    if (this.#busy && this.#current?.messageIDs.size === 0 && this.#stray !== undefined) {
      this.#add(this.#current, this.#stray)
      this.#current.settled = true
    }
    this.#busy = false
  }

  // The prompt was refused before it was stored: an unknown agent or command (facts/opencode-1x.md sections 7 and 11).
  #refuse(at: number): void {
    const last = this.runs.at(-1)
    this.#refusals.set(at, last && !last.accepted ? last : this.#open(at, false))
  }

  #open(at: number, accepted: boolean): TrackedRun {
    const run: TrackedRun = { at, messageIDs: new Set(), accepted, settled: false }
    this.runs.push(run)
    return run
  }

  #add(run: TrackedRun, messageID: string): void {
    run.messageIDs.add(messageID)
    this.#owners.set(messageID, run)
  }
}
