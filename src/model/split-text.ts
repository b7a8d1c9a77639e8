/** A word with the white space behind it; a character of a script that is written without spaces counts as a word. */
const word =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+)\s*|^\s+/gu

/**
 * `text` as the deltas of a stream: at most `chunks` of them, cut at word borders, each of the same number of words but the last.
 * Joined they are the text again.
 */
export function splitText(text: string, chunks: number): string[] {
  const words = text.match(word) ?? []
  const size = Math.max(1, Math.ceil(words.length / chunks))
  const deltas: string[] = []
  for (let start = 0; start < words.length; start += size) deltas.push(words.slice(start, start + size).join(''))
  return deltas
}
