/**
 * For agents built on the AI SDK: a scripted model as its language model, and a runner for the programs that a model writes.
 *
 * @module
 */
export { runTypescriptTool, type RunTypescriptTool } from './run-typescript-tool.ts'
export type { CodeInput, CodeSchema } from './code-schema.ts'
export type { ProgramCall, ProgramLog, ProgramResult } from './program-result.ts'
export type { ExecutableTool, ProgramTool, ProgramTools } from './program-tools.ts'
