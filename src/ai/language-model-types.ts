// The parts of the AI SDK's LanguageModelV3 and LanguageModelV4 that are used here, which are the same in both, written out: a project
// has one of the two in `@ai-sdk/provider`, or, as pnpm installs, none that this package could import.

/** What a language model is called with, by either specification. Fields that are not named here reach the request's `options`. */
export interface LanguageModelCall {
  readonly prompt: readonly object[]
  readonly tools?: readonly object[] | undefined
  readonly toolChoice?: object | undefined
  readonly includeRawChunks?: boolean | undefined
  readonly abortSignal?: AbortSignal | undefined
}

/** Why a model ended: `raw` is DeepSeek's spelling, as the reply has it. */
export interface LanguageModelFinish {
  unified: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'
  raw: string
}

/** Tokens as the AI SDK counts them: the totals include the cache and the reasoning. */
export interface LanguageModelUsage {
  inputTokens: { total: number; noCache: number; cacheRead: number; cacheWrite: undefined }
  outputTokens: { total: number; text: number; reasoning: number }
  raw: Record<string, number>
}

/** What an answer cost, in USD: there where the model has a price. */
export type LanguageModelMetadata = Record<'opencode-testing', { cost: number }>

/** What a model says about a call that it does not take as it is. */
export interface LanguageModelWarning {
  type: 'compatibility'
  feature: string
  details: string
}

/** A piece of an answer. */
export type LanguageModelContent =
  | { type: 'text' | 'reasoning'; text: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: string }

/** A whole answer. `response.body` is the reply of the model that was asked, its raw blocks untouched. */
export interface LanguageModelAnswer {
  content: LanguageModelContent[]
  finishReason: LanguageModelFinish
  usage: LanguageModelUsage
  providerMetadata?: LanguageModelMetadata
  request: { body: unknown }
  response: { id: string; timestamp: Date; modelId: string; body: unknown }
  warnings: LanguageModelWarning[]
}

/** A piece of a stream. */
export type LanguageModelPart =
  | { type: 'stream-start'; warnings: LanguageModelWarning[] }
  | { type: 'response-metadata'; id: string; timestamp: Date; modelId: string }
  | { type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end' | 'tool-input-end'; id: string }
  | { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta'; id: string; delta: string }
  | { type: 'tool-input-start'; id: string; toolName: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: string }
  | { type: 'raw'; rawValue: unknown }
  | {
      type: 'finish'
      finishReason: LanguageModelFinish
      usage: LanguageModelUsage
      providerMetadata?: LanguageModelMetadata
    }

/** An answer as it comes. */
export interface LanguageModelStream {
  stream: ReadableStream<LanguageModelPart>
  request: { body: unknown }
}

/** A language model of the AI SDK: LanguageModelV3 of `ai` 6 and 7, or LanguageModelV4 of `ai` 7. */
export interface ScriptedLanguageModel<Specification extends 'v3' | 'v4'> {
  readonly specificationVersion: Specification
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: Record<string, RegExp[]>
  doGenerate(call: LanguageModelCall): Promise<LanguageModelAnswer>
  doStream(call: LanguageModelCall): Promise<LanguageModelStream>
}
