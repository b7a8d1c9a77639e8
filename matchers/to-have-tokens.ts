import { checkInteger, checkKeys, checkRecord, isRecord } from '../src/model/checks.ts'
import type { RunTokens } from '../src/model/run-result.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { failureMessage, negation } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { printLine } from './print-line.ts'
import { receivedRun } from './received-run.ts'
import { type TokenCount, tokensTable } from './tokens-table.ts'

const matcher = 'toHaveTokens'

/** A number of tokens, or an asymmetric matcher for one. */
type ExpectedTokenCount = number | AsymmetricMatcher

/** The counts that matter; what is left out may be anything. `total` is all of them. */
export interface ExpectedTokenCounts {
  readonly total?: ExpectedTokenCount
  readonly input?: ExpectedTokenCount
  readonly output?: ExpectedTokenCount
  readonly reasoning?: ExpectedTokenCount
  readonly cache?: { readonly read?: ExpectedTokenCount; readonly write?: ExpectedTokenCount } | AsymmetricMatcher
}

/** Counts, or an asymmetric matcher for all of them. */
export type ExpectedTokens = ExpectedTokenCounts | AsymmetricMatcher

/**
 * Passes when the run used these tokens, summed over its steps. Throws InvalidOptionError for an unknown count, for one that is no number
 * of tokens, and for a value that is no run.
 */
export function toHaveTokens(this: MatcherContext, received: unknown, tokens: ExpectedTokens): MatcherResult {
  checkTokens(`${matcher} tokens`, tokens)
  const run = receivedRun(matcher, received)
  const counts = readCounts(run.tokens, tokens).map(({ name, expected, received: count }): TokenCount => ({
    name,
    expected,
    received: count,
    isExpected: expected === undefined || this.equals(count, expected, this.customTesters),
  }))
  const isWhole = isAsymmetricMatcher(tokens)
  return {
    pass: isWhole ? this.equals(run.tokens, tokens, this.customTesters) : counts.every(({ isExpected }) => isExpected),
    // No `actual` and `expected`: the table has both.
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'run',
        expected: 'tokens',
        rows: isWhole || this.isNot ? [['Expected tokens', `${negation(this)}${printLine(this.utils, tokens)}`]] : [],
        sections: [tokensTable(this.utils, counts), run.toString()],
      }),
  }
}

type Counts = readonly Omit<TokenCount, 'isExpected'>[]

function readCounts({ total, input, output, reasoning, cache }: RunTokens, tokens: ExpectedTokens): Counts {
  const expected: ExpectedTokenCounts = isAsymmetricMatcher(tokens) ? {} : tokens
  const ofCache = expected.cache
  const { read, write } = isRecord(ofCache) && !isAsymmetricMatcher(ofCache) ? ofCache : {}
  return [
    { name: 'input', expected: expected.input, received: input },
    { name: 'output', expected: expected.output, received: output },
    { name: 'reasoning', expected: expected.reasoning, received: reasoning },
    ...(isAsymmetricMatcher(ofCache) ? [{ name: 'cache', expected: ofCache, received: cache }] : []),
    { name: 'cache read', expected: read, received: cache.read },
    { name: 'cache write', expected: write, received: cache.write },
    { name: 'total', expected: expected.total, received: total },
  ]
}

function checkTokens(path: string, value: unknown): void {
  if (isAsymmetricMatcher(value)) return
  const { cache, ...counts } = checkRecord(path, value, 'an object with total, input, output, reasoning or cache')
  checkKeys(path, counts, ['total', 'input', 'output', 'reasoning', 'cache'])
  checkCounts(path, counts)
  if (cache === undefined || isAsymmetricMatcher(cache)) return
  const ofCache = checkRecord(`${path}.cache`, cache, 'an object with read or write')
  checkKeys(`${path}.cache`, ofCache, ['read', 'write'])
  checkCounts(`${path}.cache`, ofCache)
}

function checkCounts(path: string, counts: Readonly<Record<string, unknown>>): void {
  for (const [name, count] of Object.entries(counts)) {
    if (count !== undefined && !isAsymmetricMatcher(count)) checkInteger(`${path}.${name}`, count)
  }
}
