import { expect, test } from 'vitest'
import { readCapture } from '../fixtures/read-capture.ts'
import { compared } from './compared.ts'
import { recipeClient } from './recipe-client.ts'
import { errorRecipes } from './recipes-errors.ts'
import { peopleRecipes } from './recipes-people.ts'
import { sessionRecipes } from './recipes-sessions.ts'
import { toolRecipes } from './recipes-tools.ts'
import { turnRecipes } from './recipes-turns.ts'
import { OF_THE_PROCESS } from './set-aside.ts'

const recipes = { ...turnRecipes, ...errorRecipes, ...sessionRecipes, ...toolRecipes, ...peopleRecipes }

test.for(Object.entries(recipes))(
  'plays %s as the real server did',
  async ([name, { script, options, play, untold = [] }]) => {
    const capture = readCapture(name)
    const client = recipeClient(script, options)
    await play(client)
    const recorded = capture.sse.filter(({ type }) => !OF_THE_PROCESS.has(type))
    expect(compared(client.opencode.events, client.http, untold)).toEqual(compared(recorded, capture.http, untold))
  },
)
