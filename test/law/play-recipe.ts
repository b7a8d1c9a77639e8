import type { FakeOpencode } from 'opencode-testing'
import { readCapture } from '../fixtures/read-capture.ts'
import { compared } from './compared.ts'
import type { Recipe } from './recipe.ts'
import { recipeClient } from './recipe-client.ts'
import { OF_THE_PROCESS } from './set-aside.ts'

/** Plays a recipe on a fake of `version`. `given` and `recorded`: what the fake and the real server told, as it is compared. */
export async function playRecipe(
  name: string,
  { script, options, play, untold = [] }: Recipe,
  version = '1.18.33',
): Promise<{ readonly opencode: FakeOpencode; readonly given: unknown; readonly recorded: unknown }> {
  const capture = readCapture(name, version)
  const client = recipeClient(script, { version, ...options })
  await play(client)
  const events = capture.sse.filter(({ type }) => !OF_THE_PROCESS.has(type))
  const given = compared(client.opencode.events, client.http, untold)
  return { opencode: client.opencode, given, recorded: compared(events, capture.http, untold) }
}
