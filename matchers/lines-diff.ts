import { diffLinesUnified } from 'jest-diff'

const plain = (text: string): string => text

/**
 * The lines in which two lists of lines differ, with three lines around each change. Without colour codes, which would end up in
 * snapshots and logs; spaces at the end of a changed line are dots, which can be seen.
 */
export function linesDiff(expected: readonly string[], received: readonly string[]): string {
  return diffLinesUnified([...expected], [...received], {
    aAnnotation: 'Expected',
    bAnnotation: 'Received',
    aColor: plain,
    bColor: plain,
    changeColor: plain,
    commonColor: plain,
    patchColor: plain,
    changeLineTrailingSpaceColor: (spaces) => '·'.repeat(spaces.length),
    contextLines: 3,
    expand: false,
  })
}
