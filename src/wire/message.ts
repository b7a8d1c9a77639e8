import type { Part } from './part.ts'
import type { Tokens } from './tokens.ts'

/** An error as opencode 1.x writes it into `message.info.error` and `session.error`: a name and its data. */
export interface MessageError {
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A prompt of the user, or a message opencode wrote in the user's name. Times are epoch ms. */
export interface UserInfo {
  readonly id: string
  readonly sessionID: string
  readonly role: 'user'
  readonly time: { readonly created: number }
  readonly agent?: string
  readonly model?: { readonly providerID: string; readonly modelID: string; readonly variant?: string }
  readonly summary?: unknown
  /** Added to the system prompt. */
  readonly system?: string
  /** Tool name to whether the model may use it. */
  readonly tools?: Readonly<Record<string, boolean>>
  /** What the answer must be, where the prompt says so. */
  readonly format?: unknown
}

/**
 * One step of the model: opencode 1.x writes a new assistant message for each round-trip. `cost` is USD of this step alone.
 * `time.completed` is set exactly once, when the step is over (facts/opencode-1x.md section 3).
 */
export interface AssistantInfo {
  readonly id: string
  readonly sessionID: string
  readonly role: 'assistant'
  readonly parentID: string
  readonly mode?: string
  readonly agent?: string
  readonly path?: { readonly cwd: string; readonly root: string }
  readonly cost: number
  readonly tokens: Tokens
  readonly modelID?: string
  readonly providerID?: string
  readonly time: { readonly created: number; readonly completed?: number }
  readonly finish?: string
  readonly error?: MessageError
  readonly summary?: boolean
  readonly structured?: unknown
}

/** A message of 1.x as `GET /session/:id/message` lists it. */
export interface Message {
  readonly info: UserInfo | AssistantInfo
  readonly parts: readonly Part[]
  /** What tells a message of the preview API and of 2.x. */
  readonly type?: undefined
}

/** A message of the model: one step. */
export interface AssistantMessage extends Message {
  readonly info: AssistantInfo
}
