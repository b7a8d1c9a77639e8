import { linesDiff } from './lines-diff.ts'

/** The lines in which two texts differ, with three lines around each change. */
export const textDiff = (expected: string, received: string): string =>
  linesDiff(expected.split('\n'), received.split('\n'))
