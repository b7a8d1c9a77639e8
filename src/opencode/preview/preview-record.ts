import type { SessionModel } from '../../wire/session-info.ts'
import type { SpelledEvent } from '../flat/dialect.ts'
import type { SessionRecord } from '../flat/flat-session.ts'
import { DEFAULT_MODEL } from '../default-model.ts'
import type { Session, SessionState } from '../v1/session.ts'
import type { OpencodeServerEvent } from '../event-hub.ts'

/**
 * A session as the preview sees it. Both APIs of 1.18 have the same sessions, and one count of their events; only the messages are
 * apart (facts/opencode-1x-preview-api.md section 3, scenario 16).
 */
export class PreviewRecord implements SessionRecord {
  readonly #session: Session
  readonly #defaultAgent: () => string

  constructor(session: Session, defaultAgent: () => string) {
    this.#session = session
    this.#defaultAgent = defaultAgent
  }

  get id(): string {
    return this.#session.id
  }

  get directory(): string {
    return this.#session.directory
  }

  get info(): SessionState {
    return this.#session.info
  }

  get agent(): string {
    return this.info.agent ?? this.#defaultAgent()
  }

  get model(): SessionModel {
    return withVariant(this.info.model) ?? DEFAULT_MODEL
  }

  publish({ type, data, version }: SpelledEvent): { readonly event: OpencodeServerEvent; readonly seq?: number } {
    return this.#session.sendOther(type, withDate(data), version)
  }
}

/** A model that was chosen has a variant (captures/1.18.33-api/01-plain-text.json); the default model has none (11f-default-model.json). */
export const withVariant = (model: SessionModel | undefined): SessionModel | undefined =>
  model && { id: model.id, providerID: model.providerID, variant: model.variant ?? 'default' }

/** The streams of v1 spell the time as a date (facts/opencode-1x-preview-api.md section 1). */
function withDate(data: SpelledEvent['data']): SpelledEvent['data'] {
  const { timestamp } = data
  return typeof timestamp === 'number' ? { ...data, timestamp: new Date(timestamp).toISOString() } : data
}
