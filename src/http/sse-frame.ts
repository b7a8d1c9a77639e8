/** A value as one server-sent event without event name, id or comment: `data: <json>` and a blank line. */
export const sseFrame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
