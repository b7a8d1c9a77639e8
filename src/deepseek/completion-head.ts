/** What every chunk of one answer repeats. `created` is epoch seconds. */
export interface CompletionHead {
  readonly id: string
  readonly created: number
  readonly model: string
  readonly fingerprint: string
}
