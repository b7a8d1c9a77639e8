import type { FakeRequest } from '../../http/fake-handler.ts'
import { isRecord } from '../../model/checks.ts'
import type { IdSource } from '../id-source.ts'
import { idFault } from '../id-fault.ts'
import type { Rejection } from '../rejection.ts'
import { readJsonBody, reject } from './json-body.ts'

/** The model a prompt names. */
export interface PromptModel {
  readonly providerID: string
  readonly modelID: string
}

/** A part as a client sends it: ids are optional. */
export type PromptPart = Readonly<Record<string, unknown>> & { readonly type: string }

/** The body of a prompt, as far as the fake reads it; unknown fields are ignored, as the real server does. */
export interface PromptBody {
  readonly parts: readonly PromptPart[]
  readonly messageID?: string
  readonly agent?: string
  readonly model?: PromptModel
  readonly variant?: string
  /** Added to the system prompt. */
  readonly system?: string
  /** Tool name to whether the model may use it. */
  readonly tools?: Readonly<Record<string, boolean>>
  /** What the answer must be: `{ type: 'json_schema', schema, retryCount }`. */
  readonly format?: Readonly<Record<string, unknown>>
  readonly noReply: boolean
}

const partTypes = ['text', 'file', 'agent', 'subtask']

/** Reads the body of a prompt, or gives the server's own answer to a bad one (facts/opencode-1x.md section 9). */
export function readPromptBody(request: FakeRequest, ids: IdSource): PromptBody | Rejection {
  const body = readJsonBody(request, ids)
  if ('rejected' in body) return body
  const { parts, messageID, agent, model, variant, system, tools, format, noReply } = body.fields
  if (parts === undefined) return reject('Missing key\n  at ["parts"]')
  if (!Array.isArray(parts)) return reject(`Expected array, got ${JSON.stringify(parts)}\n  at ["parts"]`)
  for (const [index, part] of parts.entries()) {
    const wrong = partFault(part, `["parts"][${index}]`)
    if (wrong) return reject(wrong)
  }
  const wrongID = messageID === undefined ? undefined : idFault('messageID', messageID, 'msg')
  if (wrongID) return reject(wrongID)
  const strings = { agent, variant, system }
  const wrong =
    Object.entries(strings)
      .map(([key, value]) => typeFault('string', key, value))
      .find((fault) => fault) ??
    typeFault('boolean', 'noReply', noReply) ??
    toolsFault(tools) ??
    formatFault(format)
  if (wrong) return reject(wrong)
  if (model !== undefined && !isModel(model)) {
    const key = isRecord(model) && typeof model['providerID'] === 'string' ? 'modelID' : 'providerID'
    return reject(`Missing key\n  at ["model"]["${key}"]`)
  }
  return {
    parts: parts.filter(isPart),
    ...(typeof messageID === 'string' && { messageID }),
    ...(typeof agent === 'string' && { agent }),
    ...(model !== undefined && { model: { providerID: model.providerID, modelID: model.modelID } }),
    ...(typeof variant === 'string' && { variant }),
    ...(typeof system === 'string' && { system }),
    ...(isTools(tools) && { tools }),
    ...(isRecord(format) &&
      format['type'] === 'json_schema' && { format: { ...format, retryCount: format['retryCount'] ?? 2 } }),
    noReply: noReply === true,
  }
}

function partFault(part: unknown, at: string): string | undefined {
  if (!isPart(part) || !partTypes.includes(part.type)) {
    const union = partTypes.map((type) => `{ readonly "type": "${type}", ... }`).join(' | ')
    return `Expected ${union}, got ${JSON.stringify(part)}\n  at ${at}`
  }
  if (part.type !== 'text' || typeof part['text'] === 'string') return undefined
  if (part['text'] === undefined) return `Missing key\n  at ${at}["text"]`
  return `Expected string, got ${JSON.stringify(part['text'])}\n  at ${at}["text"]`
}

const typeFault = (type: 'string' | 'boolean', key: string, value: unknown): string | undefined =>
  value === undefined || typeof value === type
    ? undefined
    : `Expected ${type}, got ${JSON.stringify(value)}\n  at ["${key}"]`

function toolsFault(tools: unknown): string | undefined {
  if (tools === undefined || isTools(tools)) return undefined
  if (!isRecord(tools)) return `Expected object, got ${JSON.stringify(tools)}\n  at ["tools"]`
  const [name, value] = Object.entries(tools).find(([, enabled]) => typeof enabled !== 'boolean') ?? []
  return `Expected boolean, got ${JSON.stringify(value)}\n  at ["tools"]["${name}"]`
}

/** A format without a schema is none. */
function formatFault(format: unknown): string | undefined {
  if (format === undefined) return undefined
  if (!isRecord(format)) return `Expected object, got ${JSON.stringify(format)}\n  at ["format"]`
  if (format['type'] === 'text') return undefined
  if (format['type'] === 'json_schema' && isRecord(format['schema'])) return undefined
  return format['type'] === 'json_schema'
    ? 'Missing key\n  at ["format"]["schema"]'
    : `Expected "text" | "json_schema", got ${JSON.stringify(format['type'])}\n  at ["format"]["type"]`
}

const isTools = (tools: unknown): tools is Readonly<Record<string, boolean>> =>
  isRecord(tools) && Object.values(tools).every((enabled) => typeof enabled === 'boolean')

const isPart = (part: unknown): part is PromptPart => isRecord(part) && typeof part['type'] === 'string'

const isModel = (model: unknown): model is PromptModel =>
  isRecord(model) && typeof model['providerID'] === 'string' && typeof model['modelID'] === 'string'
