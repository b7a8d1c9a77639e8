import { expect, test } from 'vitest'
import { playRecipe } from './play-recipe.ts'
import { recipes } from './recipes.ts'

test.for(Object.entries(recipes))('plays %s as the real server did', async ([name, recipe]) => {
  const { given, recorded } = await playRecipe(name, recipe)
  expect(given).toEqual(recorded)
})
