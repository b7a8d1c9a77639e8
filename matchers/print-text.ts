import { elide } from '../src/model/elide.ts'

/** A text as the runner prints it, the middle left out where it is long; anything else as it is. For `compareRun`'s `print`. */
export const printText = (value: unknown, print: (value: unknown) => string): string =>
  print(typeof value === 'string' ? elide(value, 300) : value)
