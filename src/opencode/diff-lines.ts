/** The lines of a text; the last line feed ends one and begins none. */
export const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** One side of a diff, line by line, each behind its mark. */
export const diffLines = (mark: '-' | '+', text: string): readonly string[] => [
  ...linesOf(text).map((line) => `${mark}${line}`),
  ...(text === '' || text.endsWith('\n') ? [] : ['\\ No newline at end of file']),
]
