import { isRecord } from '../../model/checks.ts'

/** The text of a prompt: its text parts, joined by a line feed. */
export function promptText(parts: readonly unknown[]): string {
  const texts = parts.filter(isRecord).filter(({ type }) => type === 'text')
  return texts.map(({ text }) => String(text)).join('\n')
}
