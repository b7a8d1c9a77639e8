/** A prompt that a client sent, as it sent it. */
export interface SentPrompt {
  /** The text parts, joined by a line feed. */
  readonly text: string
  readonly sessionID: string
  /** The id of the user message. */
  readonly promptID: string
  readonly agent?: string
  readonly model?: { readonly providerID: string; readonly modelID: string }
  readonly parts: readonly unknown[]
}
