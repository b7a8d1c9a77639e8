import type { Reply } from '../model/turn.ts'

/** One session of a fake, to be scripted by itself. */
export interface SessionScript {
  /** Replies to this session alone, used before those of the fake. */
  script(...replies: readonly Reply[]): void
}
