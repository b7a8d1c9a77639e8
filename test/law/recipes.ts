import type { Recipe } from './recipe.ts'
import { errorRecipes } from './recipes-errors.ts'
import { peopleRecipes } from './recipes-people.ts'
import { sessionRecipes } from './recipes-sessions.ts'
import { titleRecipes } from './recipes-titles.ts'
import { toolRecipes } from './recipes-tools.ts'
import { turnRecipes } from './recipes-turns.ts'

/** All recipes of captures/RECIPES.md that are played, by capture. */
export const recipes: Readonly<Record<string, Recipe>> = {
  ...turnRecipes,
  ...errorRecipes,
  ...sessionRecipes,
  ...toolRecipes,
  ...peopleRecipes,
  ...titleRecipes,
}
