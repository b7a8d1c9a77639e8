import { costOf } from '../../model/price.ts'
import type { ScriptedTurn } from '../../model/scripted-turn.ts'
import { usageTokens } from '../../model/usage.ts'
import type { Tokens } from '../../wire/tokens.ts'
import { NO_TOKENS } from '../add-tokens.ts'
import type { ServerCore } from '../server-core.ts'
import { ownValue } from '../../model/own-value.ts'

/** What a round-trip used, as opencode counts it: `cost` in USD. */
export function usageOf(
  { settings }: ServerCore,
  modelID: string | undefined,
  usage: ScriptedTurn['usage'],
): { readonly cost: number; readonly tokens: Tokens } {
  if (usage === 'omitted') return { cost: 0, tokens: NO_TOKENS }
  if (usage === 'default') {
    const [prompt, completion] = settings.tokens
    return { cost: settings.cost, tokens: usageTokens({ prompt, completion }) }
  }
  const tokens = usageTokens(usage)
  const price = ownValue(settings.prices, modelID ?? '')
  return { cost: price ? costOf(tokens, price) : 0, tokens }
}
