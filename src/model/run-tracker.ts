import type { Change } from '../wire/change.ts'
import type { MessageView } from '../wire/message-view.ts'

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
 * and ends when it is idle; an execution of 2.x is busy too, and takes up its prompts when it has begun. What belongs to a message
 * stays with the run of that message, however late it comes: the summary of a prompt arrives up to a second after the idle
 * (facts/opencode-1x.md section 3), and a subscriber that came late sees the prompt only then.
 */
export class RunTracker {
  readonly runs: TrackedRun[] = []
  readonly #views: ReadonlyMap<string, MessageView>
  readonly #hasLevels: boolean
  readonly #seen = new Set<string>()
  readonly #owners = new Map<string, TrackedRun>()
  readonly #refusals = new Map<number, TrackedRun>()
  #current: TrackedRun | undefined
  #busy = false
  /** A prompt that no work has begun for yet; it may be one that asked for no reply. */
  #waiting: { readonly id: string; readonly at: number } | undefined
  /** A step that was complete when it was first seen, and belongs to no known run. */
  #stray: string | undefined
  /** Where an execution began that goes on with a run which the server's end had stopped, unless a prompt comes first. */
  #resumedAt: number | undefined
  #resumable = false

  /** `views`: the messages of the session, by id. `hasLevels`: busy and idle are told; stored events tell neither. */
  constructor(views: ReadonlyMap<string, MessageView>, hasLevels: boolean) {
    this.#views = views
    this.#hasLevels = hasLevels
  }

  /** Takes the change at place `at` of the list. */
  take(at: number, change: Change): void {
    switch (change.kind) {
      case 'message':
      case 'edit':
        if (change.role === 'user') this.#prompt(at, change.messageID)
        else if (change.role === 'assistant') this.#step(at, change)
        else this.#note(change.messageID)
        return
      case 'delivered':
        if (this.#originOf(change.messageID) === 'user') this.#prompt(at, change.messageID)
        else this.#note(change.messageID)
        return
      case 'busy':
        if (!this.#busy) this.#start(at)
        return
      case 'execution-started':
        if (!this.#busy) this.#execute(at)
        return
      case 'idle':
        this.#idle()
        return
      case 'execution-ended':
        if (!this.#current) this.#start(at)
        if (change.mark) this.#note(change.mark.id)
        this.#resumable = change.resumable
        this.#idle()
        return
      case 'error':
        if (!this.#busy && this.#current?.settled !== false) this.#refuse(at)
        return
      // What these change says nothing of runs.
      case 'session':
      case 'session-patch':
      case 'part':
      case 'part-removed':
      case 'message-removed':
      case 'enqueued':
      case 'amended':
      case 'reverted':
      case 'other':
    }
  }

  /** The run that the change at place `at` belongs to. */
  ownerOf(at: number, change: Change): TrackedRun | undefined {
    const owner = 'messageID' in change && change.messageID !== undefined && this.#owners.get(change.messageID)
    if (owner) return owner
    return this.#refusals.get(at) ?? this.runs.findLast((run) => run.accepted && run.at <= at)
  }

  #originOf(id: string): 'user' | 'opencode' | 'shell' | undefined {
    const view = this.#views.get(id)
    return view?.role === 'user' ? view.origin : undefined
  }

  #prompt(at: number, id: string): void {
    if (this.#seen.has(id)) return
    this.#seen.add(id)
    if (this.#resumedAt !== undefined) this.#current = this.#open(this.#resumedAt, true)
    this.#resumedAt = undefined
    // Where nothing tells that a session is idle, a prompt that finds no step at work does.
    if (!this.#hasLevels && this.#current?.settled === true) this.#busy = false
    const owner = this.#owners.get(id) ?? (this.#busy ? this.#current : undefined)
    if (owner) this.#add(owner, id)
    else this.#waiting = { id, at }
  }

  #step(at: number, step: { messageID: string; promptID?: string; completed: boolean }): void {
    const { messageID: id, promptID, completed } = step
    const first = !this.#seen.has(id)
    this.#seen.add(id)
    this.#resumedAt = undefined
    const prompted = promptID === undefined ? undefined : this.#owners.get(promptID)
    let run = this.#owners.get(id) ?? (first ? (prompted ?? (this.#busy ? this.#current : undefined)) : undefined)
    if (!run && completed) {
      // A copy that a fork made, or the last step of a run whose beginning was missed.
      this.#stray = id
      if (this.#waiting?.id === promptID) this.#waiting = undefined
      return
    }
    run ??= this.#start(at)
    run.settled = completed
    if (!first) return
    this.#add(run, id)
    // The prompt may not have been seen; when it comes, it belongs here.
    if (promptID !== undefined) this.#owners.set(promptID, run)
    if (completed) return
    this.#current = run
    this.#busy = true
  }

  // Of the run at work; what is noted between two runs is of neither.
  #note(id: string): void {
    if (this.#busy && this.#current && !this.#owners.has(id)) this.#add(this.#current, id)
  }

  #start(at: number): TrackedRun {
    const waiting = this.#waiting
    const continued = waiting && this.#originOf(waiting.id) === 'opencode' ? this.#current : undefined
    const run = continued ?? this.#open(waiting?.at ?? at, true)
    if (waiting) this.#add(run, waiting.id)
    this.#waiting = undefined
    this.#busy = true
    this.#current = run
    return run
  }

  #execute(at: number): void {
    if (!this.#resumable || this.#waiting) {
      this.#start(at)
      return
    }
    this.#resumedAt = at
    this.#resumable = false
    this.#busy = true
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
