import type { SentPrompt } from '../src/model/run-prompts.ts'
import { checkExpectedModel, type ExpectedModel, matchesModel, modelName } from './expected-model.ts'
import type { MatcherContext } from './matcher-context.ts'
import { checkExpectedText, type ExpectedText, matchesText } from './matches-text.ts'

/** What is expected of a prompt. A field that is left out may be anything. */
export interface ExpectedPrompt {
  readonly text: ExpectedText
  readonly agent?: ExpectedText | undefined
  readonly model?: ExpectedModel | undefined
  readonly sessionID?: ExpectedText | undefined
}

/** One field of a prompt and what is expected of it. `received` is what is printed beside `expected`. */
export interface PromptField {
  readonly name: 'prompt' | 'agent' | 'model' | 'sessionID'
  readonly expected: unknown
  readonly received: (prompt: SentPrompt) => unknown
  readonly matches: (prompt: SentPrompt) => boolean
}

/** The fields that a prompt is held against, its text first. Throws InvalidOptionError for an expected value of a wrong type. */
export function promptFields(
  context: MatcherContext,
  matcher: string,
  expected: ExpectedPrompt,
): readonly PromptField[] {
  const { text, agent, model, sessionID } = expected
  const options = `${matcher} options`
  return [
    textField(context, `${matcher} expected`, 'prompt', text, (prompt) => prompt.text),
    ...(agent === undefined ? [] : [textField(context, `${options}.agent`, 'agent', agent, (prompt) => prompt.agent)]),
    ...(model === undefined ? [] : [modelField(context, `${options}.model`, model)]),
    ...(sessionID === undefined
      ? []
      : [textField(context, `${options}.sessionID`, 'sessionID', sessionID, (prompt) => prompt.sessionID)]),
  ]
}

function textField(
  context: MatcherContext,
  path: string,
  name: PromptField['name'],
  expected: ExpectedText,
  received: (prompt: SentPrompt) => string | undefined,
): PromptField {
  checkExpectedText(path, expected)
  return { name, expected, received, matches: (prompt) => matchesText(context, received(prompt), expected) }
}

function modelField(context: MatcherContext, path: string, expected: ExpectedModel): PromptField {
  checkExpectedModel(path, expected)
  const byName = typeof expected === 'string' || expected instanceof RegExp
  return {
    name: 'model',
    expected,
    received: ({ model }) => (byName ? modelName(model) : model),
    matches: ({ model }) => matchesModel(context, model, expected),
  }
}
