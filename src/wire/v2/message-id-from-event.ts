/**
 * The id of the message that an event becomes: that of the event with another prefix (facts/opencode-2x.md section 2). Undefined for an
 * event without an id.
 */
export function messageIDFromEvent(id: string | undefined): string | undefined {
  return id?.replace(/^evt_/, 'msg_')
}
