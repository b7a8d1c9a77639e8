import { readdirSync } from 'node:fs'
import { httpError } from 'opencode-testing'
import { expect, test } from 'vitest'
import { playRecipe } from './play-recipe.ts'
import { playReplayed } from './play-replayed.ts'
import { cutTest, type Recipe } from './recipe.ts'
import { plainText } from './recipes-turns.ts'
import { recipes } from './recipes.ts'
import type { ReplayedScenario } from './replayed-scenarios.ts'

const versions = ['1.18.8', '1.18.10', '1.18.20', '1.18.21', '1.18.22', '1.18.23', '1.18.25', '1.18.26']

const captures = versions.flatMap((version) => {
  const files = readdirSync(new URL(`../fixtures/captures/${version}`, import.meta.url))
  return files.map((file) => [version, file.replace('.json', '')] as const)
})

/** What a row of the store says of the session that the recording made; the others are of the scenarios before. */
const ownRows = (body: unknown): unknown => {
  const rows: readonly Record<string, unknown>[] = Array.isArray(body) ? body : []
  const last = rows.findLast(({ type }) => type === 'session.created.1')
  return rows.filter((row) => row['aggregate_id'] === last?.['aggregate_id']).map(({ seq, type }) => ({ seq, type }))
}

const replayed: Readonly<Record<string, ReplayedScenario>> = {
  // The web page's own text was not kept.
  '14-errors': {
    script: [],
    options: { models: ['deepseek/deepseek-chat'] },
    compared: { 'GET /no/such/route': () => '(the web page)' },
  },
  '17-sync-history': { script: [], compared: { 'POST /sync/history': ownRows } },
}

/** The requests and the words that older servers were sent, where they are others. */
const changed: Readonly<Record<string, Recipe>> = {
  '01-plain-text': plainText('Second prompt'),
  '09a-http-401': cutTest('09a-http-401', [httpError(401, 'Authentication Fails')]),
  '09e-http-429-retry-after-1': cutTest(
    '09e-http-429-retry-after-1',
    recipes['09e-http-429-retry-after-1']?.script ?? [],
  ),
}

test.for(captures)('plays as opencode %s does: %s', async ([version, name]) => {
  const scenario = replayed[name]
  const recipe = changed[name] ?? recipes[name]
  if (!scenario && !recipe) throw new Error(`nothing plays captures/${version}/${name}.json`)
  const played = scenario ? playReplayed(name, scenario, version) : recipe && playRecipe(name, recipe, version)
  const { given, recorded } = Object(await played)
  expect(given).toEqual(recorded)
  expect(given).toBeDefined()
})
