import type { OpencodeOptions, Reply } from 'opencode-testing'
import { type RecipeClient, U } from './recipe-client.ts'

/** A scenario of captures/RECIPES.md: the script the model was given, then the requests the client made. */
export interface Recipe {
  readonly script: readonly Reply[]
  /** What the recorded server was configured with. */
  readonly options?: OpencodeOptions
  /** Places in the list of answers whose body is not compared; each with its reason in the recipe. */
  readonly untold?: readonly number[]
  readonly play: (client: RecipeClient) => Promise<void>
}

/** The usage that the recorded model server sent with a text, unless the recipe says otherwise. */
export const textUsage: ReturnType<typeof U> = U(100, 20, 64)

/** A "cut test" scenario: one session titled like the scenario, one prompt, then the messages and the status. */
export const cutTest = (name: string, script: readonly Reply[]): Recipe => ({
  script,
  async play({ mk, prompt, get }) {
    const session = await mk({ title: name })
    await prompt(session, 'cut test')
    await get(`/session/${session}/message`)
    await get('/session/status')
  },
})

/** An "err test" scenario: as a cut test, with the status first and the session last. */
export const errTest = (
  name: string,
  script: readonly Reply[],
  prompting?: (client: RecipeClient, session: string) => Promise<void>,
): Recipe => ({
  script,
  async play(client) {
    const session = await client.mk({ title: name })
    await (prompting?.(client, session) ?? client.prompt(session, 'err test'))
    await client.get('/session/status')
    await client.get(`/session/${session}/message`)
    await client.get(`/session/${session}`)
  },
})
