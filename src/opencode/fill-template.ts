/** A word of a command's arguments: quoted text is one, without its quotes. */
const word = /"[^"]*"|'[^']*'|[^\s"']+/g

/**
 * A command's template with its arguments: `$1`, `$2`, …, the last of them taking all that is left, and `$ARGUMENTS` for all. A template
 * that has neither gets them behind it.
 */
export function fillTemplate(template: string, args: string): string {
  const words = (args.match(word) ?? []).map((text) => text.replaceAll(/^["']|["']$/g, ''))
  const places = Array.from(template.matchAll(/\$(\d+)/g), ([, place]) => Number(place))
  const last = Math.max(0, ...places)
  const filled = template
    .replaceAll(/\$(\d+)/g, (_whole, digits: string) => {
      const place = Number(digits)
      return (place === last ? words.slice(place - 1).join(' ') : words[place - 1]) ?? ''
    })
    .replaceAll('$ARGUMENTS', () => args)
  const takesNone = places.length === 0 && !template.includes('$ARGUMENTS') && args.trim() !== ''
  return (takesNone ? `${filled}\n\n${args}` : filled).trim()
}
