import { isRecord } from '../model/checks.ts'
import type { ModelRequest, OfferedTool } from '../model/model-request.ts'
import type { LanguageModelCall, LanguageModelWarning } from './language-model-types.ts'
import { promptMessages } from './prompt-messages.ts'

/** A call of a language model as a request to the model behind it. `raw` is the call itself, without its signal. */
export function modelRequestOf(model: string, call: LanguageModelCall): ModelRequest {
  const { abortSignal: _signal, ...raw } = call
  const { prompt, tools = [], toolChoice, includeRawChunks: _include, ...rest } = raw
  const options = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    model,
    messages: promptMessages(prompt),
    ...(tools.length > 0 && { tools: tools.filter(isRecord).map(offeredTool) }),
    ...(toolChoice !== undefined && { toolChoice }),
    ...(Object.keys(options).length > 0 && { options }),
    raw,
  }
}

/** What a scripted model says about a call: a tool of the provider is offered, but has nobody who runs it. */
export function warningsOf({ tools = [] }: LanguageModelCall): LanguageModelWarning[] {
  return tools.filter(isProviderTool).map(({ id }) => ({
    type: 'compatibility',
    feature: `provider tool ${String(id)}`,
    details: 'a scripted model offers it by its name; no provider runs it',
  }))
}

const isProviderTool = (tool: unknown): tool is { readonly id: unknown } =>
  isRecord(tool) && tool['type'] === 'provider'

function offeredTool({ name, description, inputSchema, id, args }: Readonly<Record<string, unknown>>): OfferedTool {
  const about = description ?? id
  const parameters = inputSchema ?? args
  return {
    name: String(name),
    ...(typeof about === 'string' && { description: about }),
    ...(parameters !== undefined && { parameters }),
  }
}
