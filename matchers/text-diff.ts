import { diffLinesUnified } from 'jest-diff'

const plain = (text: string): string => text

/**
 * The lines in which two texts differ, with three lines around each change. Without colour codes, which would end up in snapshots
 * and logs; spaces at the end of a changed line are dots, which can be seen.
 */
export function textDiff(expected: string, received: string): string {
  return diffLinesUnified(expected.split('\n'), received.split('\n'), {
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
