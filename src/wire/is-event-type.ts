/**
 * Whether `type` is the event type `name`. Persisted and synchronised events carry their schema's version, one dot and digits
 * (`message.part.updated.1`, facts/opencode-1x.md sections 1 and 12), which says nothing to a reader. Never throws.
 */
export function isEventType(type: string, name: string): boolean {
  // Nearly every frame of a stream is decided here, by no more than a compare.
  if (type === name) return true
  if (typeof type !== 'string' || type[name.length] !== '.' || !type.startsWith(name)) return false
  return /^\d+$/.test(type.slice(name.length + 1))
}
