import { isRecord } from '../../model/checks.ts'

/** A piece of text or reasoning. */
interface RawDelta {
  readonly kind: 'text' | 'reasoning'
  readonly delta: string
}

/** What opencode reads in a stream's delta that a script sends as it is: its reasoning and its text; it passes over anything else. */
export function readRawDelta(block: unknown): readonly RawDelta[] {
  if (!isRecord(block)) return []
  const { reasoning_content: reasoning, content } = block
  return [
    ...(typeof reasoning === 'string' && reasoning !== '' ? [{ kind: 'reasoning', delta: reasoning } as const] : []),
    ...(typeof content === 'string' && content !== '' ? [{ kind: 'text', delta: content } as const] : []),
  ]
}
