import { InvalidOptionError } from '../src/errors.ts'
import { checkKeys, checkRecord, isRecord } from '../src/model/checks.ts'
import type { SentPrompt } from '../src/model/run-prompts.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import type { ExpectedModel } from './expected-model.ts'
import { failureMessage, negation } from './failure-message.ts'
import { isListOf, listDiff } from './list-diff.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { checkExpectedText, type ExpectedText } from './matches-text.ts'
import { printLine } from './print-line.ts'
import { type PromptField, promptFields } from './prompt-fields.ts'
import { sentPromptsOf } from './sent-prompts-of.ts'

const matcher = 'toHaveSentPrompts'

/** A prompt by its text and what else matters. */
export interface ExpectedSentPrompt {
  readonly text: ExpectedText
  readonly agent?: ExpectedText
  readonly model?: ExpectedModel
  readonly sessionID?: ExpectedText
}

/** The prompts, each a text or `{ text, agent?, model?, sessionID? }`; or an asymmetric matcher for the list of texts. */
export type ExpectedSentPrompts = readonly (ExpectedText | ExpectedSentPrompt)[] | AsymmetricMatcher

/**
 * Passes when these prompts were sent, in this order, and no other: `[]` when none was. Throws InvalidOptionError for what is no list of
 * prompts, and for a value that is no fake, model or run.
 */
export function toHaveSentPrompts(
  this: MatcherContext,
  received: unknown,
  prompts: ExpectedSentPrompts,
): MatcherResult {
  const expected = isAsymmetricMatcher(prompts) ? prompts : readPrompts(this, prompts)
  const sent = sentPromptsOf(matcher, received)
  const texts = sent.map(({ text }) => text)
  const isList = !isAsymmetricMatcher(expected)
  const { isNot = false, utils } = this
  return {
    pass: isList ? isListOf(expected, sent, matches) : this.equals(texts, expected, this.customTesters),
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'received',
        expected: 'prompts',
        rows: [
          [
            'Expected prompts',
            isList && !isNot ? String(expected.length) : `${negation(this)}${printLine(utils, prompts)}`,
          ],
          ['Received prompts', isList && !isNot ? String(sent.length) : printLine(utils, texts)],
        ],
        sections: [
          isList && !isNot
            ? listDiff(expected, sent, {
                matches,
                printExpected: (fields) => printFields(this, fields),
                printReceived: (prompt) => printPrompt(this, prompt, expected),
              })
            : '',
        ],
      }),
  }
}

const matches = (fields: readonly PromptField[], prompt: SentPrompt): boolean =>
  fields.every((field) => field.matches(prompt))

function printFields({ utils }: MatcherContext, fields: readonly PromptField[]): string {
  const print = ({ name, expected }: PromptField): string =>
    `${name === 'prompt' ? '' : `${name} `}${printLine(utils, expected)}`
  return fields.map(print).join(', ')
}

/** A prompt's text, and of its sender what any item asks about. */
function printPrompt(
  { utils }: MatcherContext,
  prompt: SentPrompt,
  expected: readonly (readonly PromptField[])[],
): string {
  const senders = new Map(expected.flat().map((field) => [field.name, field]))
  senders.delete('prompt')
  const told = [...senders.values()].map(({ name, received }) => `${name} ${printLine(utils, received(prompt))}`)
  return [printLine(utils, prompt.text), ...told].join(', ')
}

function readPrompts(context: MatcherContext, prompts: unknown): readonly (readonly PromptField[])[] {
  const path = `${matcher} prompts`
  if (Array.isArray(prompts)) {
    return prompts.map((prompt: unknown, index) => readPrompt(context, `${path}[${index}]`, prompt))
  }
  const expected = 'a list of texts or { text, agent?, model?, sessionID? }, or an asymmetric matcher'
  throw new InvalidOptionError({ path, expected, received: prompts })
}

function readPrompt(context: MatcherContext, path: string, value: unknown): readonly PromptField[] {
  if (!isExpectedPrompt(path, value)) return promptFields(context, path, { text: checkExpectedText(path, value) })
  checkExpectedText(`${path}.text`, value.text)
  return promptFields(context, path, value)
}

function isExpectedPrompt(path: string, value: unknown): value is ExpectedSentPrompt {
  if (!isRecord(value) || value instanceof RegExp || isAsymmetricMatcher(value)) return false
  checkKeys(path, checkRecord(path, value), ['text', 'agent', 'model', 'sessionID'])
  return true
}
