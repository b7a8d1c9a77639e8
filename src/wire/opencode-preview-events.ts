import type { OfRequest, OfSession, Question } from './opencode-v1-events.ts'
import type { SessionModel } from './session-info.ts'
import type { Tokens } from './tokens.ts'

/**
 * The properties of the events of a run on the preview API of 1.18 (facts/opencode-1x-preview-api.md section 3). 1.15.13 with the
 * experimental event system sends some of them without ids of messages, texts and prompts (facts/opencode-1x.md section 14). `cost` is USD.
 */
export interface OpencodePreviewEvents {
  readonly 'session.next.prompt.admitted': OfPrompt
  readonly 'session.next.prompted': OfPrompt
  readonly 'session.next.step.started': OfStep & {
    readonly agent: string
    readonly model: SessionModel
    readonly snapshot?: string
  }
  readonly 'session.next.step.ended': OfStep & {
    readonly finish: string
    readonly cost: number
    readonly tokens: Tokens
    readonly snapshot?: string
    readonly files?: readonly string[]
  }
  readonly 'session.next.step.failed': OfStep & { readonly error: { readonly type: string; readonly message: string } }
  readonly 'session.next.text.started': OfStep & { readonly textID?: string }
  readonly 'session.next.text.delta': OfStep & { readonly textID?: string; readonly delta: string }
  readonly 'session.next.text.ended': OfStep & { readonly textID?: string; readonly text: string }
  readonly 'session.next.reasoning.started': OfStep & { readonly reasoningID?: string }
  readonly 'session.next.reasoning.delta': OfStep & { readonly reasoningID?: string; readonly delta: string }
  readonly 'session.next.reasoning.ended': OfStep & { readonly reasoningID?: string; readonly text: string }
  readonly 'session.next.tool.input.started': OfCall & { readonly name: string }
  readonly 'session.next.tool.input.delta': OfCall & { readonly delta: string }
  readonly 'session.next.tool.input.ended': OfCall & { readonly text: string }
  readonly 'session.next.tool.called': OfCall & {
    readonly tool: string
    readonly input: Readonly<Record<string, unknown>>
  }
  readonly 'session.next.tool.success': OfCall & {
    readonly structured: Readonly<Record<string, unknown>>
    readonly content: readonly { readonly type: string; readonly text?: string }[]
  }
  readonly 'session.next.tool.failed': OfCall & {
    readonly error: { readonly type: string; readonly message: string }
    readonly result?: unknown
  }
  readonly 'permission.v2.asked': OfSession & {
    readonly id: string
    readonly action: string
    readonly resources: readonly string[]
    readonly source?: { readonly type: string; readonly messageID: string; readonly callID: string }
  }
  readonly 'permission.v2.replied': OfRequest & { readonly reply: 'once' | 'always' | 'reject' }
  readonly 'question.v2.asked': OfSession & { readonly id: string; readonly questions: readonly Question[] }
  readonly 'question.v2.replied': OfRequest & { readonly answers: readonly (readonly string[])[] }
  readonly 'question.v2.rejected': OfRequest
  readonly 'session.next.agent.switched': OfSession & { readonly messageID?: string; readonly agent: string }
  readonly 'session.next.model.switched': OfSession & { readonly messageID?: string; readonly model: SessionModel }
}

// Epoch ms on the preview's own streams, ISO 8601 on those of v1 (facts/opencode-1x-preview-api.md section 1).
interface Timed extends OfSession {
  readonly timestamp: number | string
}

interface OfPrompt extends Timed {
  readonly messageID?: string
  readonly prompt: { readonly text: string; readonly files?: readonly unknown[]; readonly agents?: readonly unknown[] }
  readonly delivery?: 'steer' | 'queue'
}

interface OfStep extends Timed {
  readonly assistantMessageID?: string
}

interface OfCall extends OfStep {
  readonly callID: string
}
