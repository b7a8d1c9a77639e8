const adjectives = [
  'brave',
  'calm',
  'clever',
  'cosmic',
  'curious',
  'eager',
  'gentle',
  'happy',
  'lucky',
  'misty',
  'quiet',
  'shiny',
]
const nouns = [
  'cabin',
  'cactus',
  'comet',
  'falcon',
  'forest',
  'island',
  'meadow',
  'nebula',
  'otter',
  'panda',
  'planet',
  'river',
  'wolf',
]

/** The slug of the `count`th session: adjective-noun, as opencode's. The lists' lengths share no factor, so that it repeats late. */
export const slugOf = (count: number): string =>
  `${adjectives[count % adjectives.length]}-${nouns[count % nouns.length]}`
