/** A file as opencode's read tool gives it: numbered lines, from `offset` (from 1), at most `limit` (captures/1.18.33/03b-tool-read-glob.json). */
export function readFileOutput(
  file: string,
  text: string,
  { offset = 1, limit = Infinity }: { readonly offset?: number; readonly limit?: number } = {},
): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const shown = lines.slice(offset - 1, offset - 1 + limit).map((line, index) => `${offset + index}: ${line}`)
  const content = `${shown.join('\n')}\n\n(End of file - total ${lines.length} lines)`
  return `<path>${file}</path>\n<type>file</type>\n<content>\n${content}\n</content>`
}

/** A directory as opencode's read tool gives it. */
export const readDirectoryOutput = (directory: string, entries: readonly string[]): string =>
  `<path>${directory}</path>\n<type>directory</type>\n<entries>\n${[...entries, '', `(${entries.length} entries)`].join('\n')}\n</entries>`
