/**
 * Fake servers, scripts and RunResult: everything but the matchers (`opencode-testing/matchers`) and the setup entries.
 *
 * @module
 */
export {
  ContextTooLongError,
  HttpCallError,
  InvalidOptionError,
  ModelConnectionError,
  ModelHttpError,
  NetworkRefusedError,
  NotServableError,
  OpencodeTestingError,
  ScriptExhaustedError,
  ScriptNotConsumedError,
  StrictModeError,
  ToolNotOfferedError,
  WaitTimeoutError,
  WireDriftError,
} from './errors.ts'
export type { CostOptions } from './deepseek/cost-of-requests.ts'
export type { DeepSeekOptions } from './deepseek/deepseek-options.ts'
export type { DeepSeekRequest } from './deepseek/deepseek-record.ts'
export type { DeepSeekMiss } from './deepseek/deepseek-server.ts'
export type { ProfileName, ReasoningEcho } from './deepseek/profile.ts'
export type { ModelPrompt } from './model/model-prompts.ts'
export type { SentReply } from './deepseek/sent-reply.ts'
export { attachHuman } from './fakes/attach-human.ts'
export type { AttachHumanOptions } from './client/attach-human.ts'
export { fakeDeepSeek, type ClientOptions, type FakeDeepSeek } from './fakes/fake-deepseek.ts'
export { fakeOpencode, type FakeOpencode } from './fakes/fake-opencode.ts'
export type { SessionScript } from './fakes/session-script.ts'
export { runPrompt, type RunPromptOptions } from './client/run-prompt.ts'
export type { PromptTarget } from './client/read-target.ts'
export { RunResult, type Outcome, type RunError, type RunStep } from './model/run-result.ts'
export { configure, type Configuration } from './model/configure.ts'
export { FakeHuman, type HumanMiss } from './model/fake-human.ts'
export type { AnswerOf, Returns } from './model/convert-answer.ts'
export type { StandardSchema } from './model/standard-schema.ts'
export { FakeModel, type FakeModelOptions } from './model/fake-model.ts'
export type { InProcessModel, ModelMiss } from './model/in-process-model.ts'
export type { RecordedModelRequest } from './model/recorded-model-request.ts'
export type { ReplyEvent } from './model/reply-event.ts'
export type { RespondOptions } from './model/respond-options.ts'
export type { RepliedToolCall, RespondMessage, RespondRequest } from './model/respond-request.ts'
export { ScriptedModel, type CallStep, type ReplyStep } from './model/scripted-model.ts'
export { httpError } from './model/http-error.ts'
export { snapshotSerializer, type SnapshotSerializer } from './model/snapshot-serializer.ts'
export { call, raw, reasoning, reply, runTypescript, turn } from './model/builders.ts'
export { toolCall, type JsonObject, type ToolCall, type ToolOutcome } from './model/tool-call.ts'
export type { Block, Cut, ModelReply, RawBlock, Reasoning, Reply, Turn, UsagePlacement } from './model/turn.ts'
export type { ModelMessage, ModelRequest } from './model/model-request.ts'
export type { Price, Prices } from './model/price.ts'
export type { Usage } from './model/usage.ts'
export { allowNetwork } from './network/allow-network.ts'
export { installNetwork } from './network/install-network.ts'
export type { ListenOptions } from './network/listen.ts'
export type { AgentOption } from './opencode/agent-list.ts'
export type { EmittedEvent } from './opencode/emitted-event.ts'
export type { OpencodeServerEvent } from './opencode/event-hub.ts'
export type { FailOptions } from './opencode/fail-rules.ts'
export type { McpStatus, McpStatusOption } from './opencode/mcp-servers.ts'
export type { Miss } from './opencode/miss.ts'
export type { DefaultReply, OpencodeOptions, RetryDelay } from './opencode/opencode-options.ts'
export { DEFAULT_MODEL } from './opencode/default-model.ts'
export type { SentPrompt } from './opencode/sent-prompt.ts'
export type { RequestRecord } from './http/request-record.ts'
export type { FlatContent } from './wire/flat/flat-content.ts'
export type { FlatAssistantMessage, FlatMessage } from './wire/flat/flat-message.ts'
export type { AssistantInfo, Message, MessageError, UserInfo } from './wire/message.ts'
export type { Part } from './wire/part.ts'
export type { RunAssistantMessage, RunMessage } from './wire/run-message.ts'
export type { SessionInfo } from './wire/session-info.ts'
export type { Tokens } from './wire/tokens.ts'
