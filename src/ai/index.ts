/**
 * For agents built on the AI SDK: a scripted model as its language model, and a runner for the programs that a model writes.
 *
 * @module
 */
export { runTypescriptTool, type RunTypescriptTool } from './run-typescript-tool.ts'
export type { CodeInput, CodeSchema } from './code-schema.ts'
export type { ProgramCall, ProgramLog, ProgramResult } from './program-result.ts'
export type { ExecutableTool, ProgramTool, ProgramTools } from './program-tools.ts'
export { languageModel, type LanguageModelOptions, type RespondingModel } from './language-model.ts'
export type { ApiCallError } from './api-call-error.ts'
export type {
  LanguageModelAnswer,
  LanguageModelCall,
  LanguageModelPart,
  LanguageModelStream,
  ScriptedLanguageModel,
} from './language-model-types.ts'
