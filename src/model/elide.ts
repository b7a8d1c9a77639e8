import { stripVTControlCharacters } from 'node:util'

/** At most `max` characters of `text`, its middle left out. */
export function elide(text: string, max: number): string {
  if (text.length <= max) return text
  const tail = Math.floor((max - 3) / 3)
  return `${text.slice(0, max - 3 - tail).trimEnd()} … ${text.slice(text.length - tail).trimStart()}`
}

/** `lines` with the middle left out where there are more than `max`; `indent` stands before the line that says how many. */
export function elideLines(lines: readonly string[], max: number, indent = ''): string[] {
  if (lines.length <= max) return [...lines]
  const tail = Math.floor((max - 1) / 3)
  const head = max - 1 - tail
  return [
    ...lines.slice(0, head),
    `${indent}… ${lines.length - head - tail} lines …`,
    ...lines.slice(lines.length - tail),
  ]
}

/** Text for a terminal and a report alike: without colour codes and carriage returns. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r', '').trimEnd()
}
