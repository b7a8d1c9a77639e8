/** A prompt that a session has taken in, and works on when it is its turn. Times are epoch ms. */
export interface Admission {
  readonly id: string
  readonly sessionID: string
  /** What it is, where it is no prompt of a user: a text of a client that nobody said, or a compaction that was asked for. */
  readonly type?: 'synthetic' | 'compaction'
  readonly prompt: FlatPrompt
  /** `steer`: as soon as a step ends. `queue`: when the session has nothing else to do. */
  readonly delivery: Delivery
  readonly created: number
  /** The seq of the event that told it. */
  readonly seq: number
  /** The seq of the event with which the session took it up. */
  readonly promotedSeq?: number
}

/** When a prompt is taken up. */
export type Delivery = 'steer' | 'queue'

/** What a prompt says, and what it brings along. Beside the text everything is kept as the client sent it. */
export interface FlatPrompt {
  readonly text: string
  readonly files?: readonly unknown[]
  readonly agents?: readonly unknown[]
  readonly [field: string]: unknown
}
