import type { SentPrompt } from '../src/model/run-prompts.ts'
import { modelName } from './expected-model.ts'
import { type Row, table } from './failure-message.ts'
import type { MatcherUtils } from './matcher-context.ts'
import { nearestPrompt } from './nearest-prompt.ts'
import type { PromptField } from './prompt-fields.ts'
import { textDiff } from './text-diff.ts'

/** The prompts that match, numbered as they were sent, with who sent them where; '' where none does. */
export function matchingPrompts(
  { printReceived }: MatcherUtils,
  prompts: readonly SentPrompt[],
  matches: (prompt: SentPrompt) => boolean,
): string {
  const lines = prompts.flatMap((prompt, index) =>
    matches(prompt) ? [`${index + 1}. ${printReceived(prompt.text)}${sender(prompt)}`] : [],
  )
  return lines.length === 0 ? '' : ['Matching:', ...lines].join('\n')
}

/** The nearest of the prompts that do not match, with its fields that differ and the diff of the texts; '' where there is none. */
export function nearestReport(
  { printReceived }: MatcherUtils,
  prompts: readonly SentPrompt[],
  fields: readonly PromptField[],
): string {
  const index = nearestPrompt(prompts, fields)
  const prompt = prompts[index]
  if (!prompt) return ''
  const differing = fields.filter((field) => !field.matches(prompt))
  const rows = differing.map(({ name, received }): Row => [`Received ${name}`, printReceived(received(prompt))])
  const text = differing.find(({ name }) => name === 'prompt')?.expected
  const diff = typeof text === 'string' ? `\n\n${textDiff(text, prompt.text)}` : ''
  return `The nearest, number ${index + 1} of ${prompts.length}, differs in:\n${table(rows)}${diff}`
}

function sender({ agent, model, sessionID }: SentPrompt): string {
  const name = modelName(model)
  const known = [agent && `agent ${agent}`, name && `model ${name}`, sessionID && `session ${sessionID}`].filter(
    Boolean,
  )
  return known.length === 0 ? '' : ` (${known.join(', ')})`
}
