/** When a change of a list shows to clients that poll it. */
export interface PollOptions {
  /** How many answers from now on do not show it yet. Default 0. */
  readonly afterPolls?: number
}
