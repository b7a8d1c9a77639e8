import type { NoProps, OfRequest, OfSession } from './opencode-v1-events.ts'
import type { SessionModel } from './session-info.ts'
import type { Tokens } from './tokens.ts'

/**
 * The properties of the events that make a session's life in 2.x (facts/opencode-2x.md section 3). `cost` is USD, times are epoch ms.
 * Where a type of 1.x comes back with other properties, both are possible.
 */
export interface OpencodeV2Events {
  readonly 'server.connected': NoProps
  readonly 'session.created': OfSession & {
    readonly projectID: string
    readonly location: { readonly directory: string }
    readonly slug: string
    readonly version: string
    readonly parentID?: string
    readonly title?: string
    readonly agent?: string
    readonly model?: SessionModel
  }
  readonly 'session.renamed': OfSession & { readonly title: string }
  readonly 'session.deleted': OfSession
  readonly 'session.inbox.enqueued': OfInbox & {
    readonly item: {
      readonly type: string
      readonly payload: Readonly<Record<string, unknown>>
      readonly delivery: string
    }
  }
  readonly 'session.inbox.delivered': OfInbox
  readonly 'session.inbox.cancelled': OfInbox
  readonly 'session.execution.started': OfSession
  readonly 'session.execution.succeeded': OfSession
  readonly 'session.execution.failed': OfSession & { readonly error: StructuredError }
  readonly 'session.execution.interrupted': OfSession & {
    readonly reason: 'user' | 'shutdown' | 'superseded' | 'inactivity'
  }
  readonly 'session.step.started': OfStep & {
    readonly agent: string
    readonly model: SessionModel
    readonly started: number
  }
  readonly 'session.step.streamed': OfStep
  readonly 'session.step.ended': OfStep & { readonly finish: string; readonly cost: number; readonly tokens: Tokens }
  readonly 'session.step.failed': OfStep & {
    readonly error: StructuredError
    readonly finish?: string
    readonly cost?: number
    readonly tokens?: Tokens
  }
  readonly 'session.text.started': OfText
  readonly 'session.text.delta': OfText & { readonly delta: string }
  readonly 'session.text.ended': OfText & { readonly text: string }
  readonly 'session.reasoning.started': OfText
  readonly 'session.reasoning.delta': OfText & { readonly delta: string }
  readonly 'session.reasoning.ended': OfText & { readonly text: string }
  readonly 'session.tool.input.started': OfCall & { readonly name: string }
  readonly 'session.tool.input.ended': OfCall & { readonly text: string }
  readonly 'session.tool.called': OfCall & {
    readonly input: Readonly<Record<string, unknown>>
    readonly executed: boolean
  }
  readonly 'session.tool.success': OfCall & { readonly content: readonly ToolContent[] }
  readonly 'session.tool.failed': OfCall & {
    readonly error: StructuredError
    readonly content?: readonly ToolContent[]
  }
  readonly 'session.retry.scheduled': OfStep & {
    readonly attempt: number
    readonly at: number
    readonly error: StructuredError
  }
  readonly 'session.usage.updated': OfSession & { readonly cost: number; readonly tokens: Tokens }
  readonly 'permission.asked': OfSession & {
    readonly id: string
    readonly action: string
    readonly resources: readonly string[]
    readonly source?: { readonly type: string; readonly messageID: string; readonly id: string }
  }
  readonly 'permission.replied': OfRequest & { readonly reply: 'once' | 'always' | 'reject' }
  readonly 'form.created': { readonly form: OfSession & { readonly id: string; readonly title: string } }
  readonly 'form.replied': OfSession & { readonly id: string; readonly answer: unknown }
  readonly 'form.cancelled': OfSession & { readonly id: string }
}

/** An error of 2.x. `type` is an open set; `status` is what the model's provider answered (facts/opencode-2x.md section 4.2). */
export interface StructuredError {
  readonly type: string
  readonly message: string
  readonly status?: number
}

type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly uri: string; readonly mime: string }

interface OfInbox extends OfSession {
  readonly inboxID: string
}

interface OfStep extends OfSession {
  readonly assistantMessageID: string
}

interface OfText extends OfStep {
  readonly ordinal: number
}

interface OfCall extends OfStep {
  readonly id: string
}
