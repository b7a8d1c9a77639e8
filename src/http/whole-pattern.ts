/** A pattern that has to match a whole text, anchored or not; without `g` and `y`, whose `test` remembers where it stopped. */
export const wholePattern = (pattern: RegExp): RegExp =>
  new RegExp(`^(?:${pattern.source})$`, pattern.flags.replaceAll(/[gy]/g, ''))
