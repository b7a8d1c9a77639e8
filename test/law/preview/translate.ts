const id = /\b(ses|msg|per|que)_[0-9a-f]{12}[0-9A-Za-z]{14}\b/g
const cursor = /(?<=cursor=)[\w-]+/

/** Puts a fake's own ids in the place of recorded ones, as far as answers have shown which stands for which. */
export function translator(): {
  readonly translate: (text: string) => string
  readonly pair: (recorded: unknown, given: unknown) => void
} {
  const own = new Map<string, string>()
  const translateIDs = (text: string): string => text.replace(id, (recorded) => own.get(recorded) ?? recorded)
  const translate = (text: string): string =>
    translateIDs(text).replace(cursor, (whole) => {
      const inner = Buffer.from(whole, 'base64url').toString()
      return inner.startsWith('{') ? Buffer.from(translateIDs(inner)).toString('base64url') : whole
    })
  const pair = (recorded: unknown, given: unknown): void => {
    if (typeof recorded === 'string' && typeof given === 'string') {
      if (recorded.match(id)?.[0] === recorded && !own.has(recorded)) own.set(recorded, given)
    } else if (typeof recorded === 'object' && recorded !== null) {
      for (const [key, value] of Object.entries(recorded)) pair(value, Reflect.get(Object(given), key))
    }
  }
  return { translate, pair }
}
