import type { Change } from './change.ts'
import { collectFlatMessages } from './flat/collect-flat-messages.ts'
import type { Message } from './message.ts'
import type { Part } from './part.ts'
import type { RunMessage } from './run-message.ts'

/**
 * The messages of one session that `changes` leave behind, oldest first, as the server would list them. Streamed deltas are not added
 * up: opencode stores a text when it is complete, and drops that of a failed attempt (facts/opencode-1x.md section 6). A message of
 * 1.x whose info was never sent is left out.
 */
export function collectMessages(changes: readonly Change[]): RunMessage[] {
  const infos = new Map<string, Message['info']>()
  const parts = new Map<string, Map<string, Part>>()
  for (const change of changes) {
    if (change.kind === 'message') infos.set(change.messageID, change.info)
    else if (change.kind === 'part') partsOf(parts, change.messageID).set(change.part.id, change.part)
    else if (change.kind === 'message-removed') infos.delete(change.messageID)
    else if (change.kind === 'part-removed') parts.get(change.messageID)?.delete(change.partID)
  }
  const messages = [...infos].map(([id, info]): Message => ({ info, parts: [...(parts.get(id)?.values() ?? [])] }))
  // A late subscriber sees the prompt after its answer: the last `message.updated` of a turn is the prompt's summary.
  const sorted = messages.toSorted((a, b) => createdAt(a) - createdAt(b))
  return [...sorted, ...collectFlatMessages(changes)]
}

function createdAt({ info }: Message): number {
  const created: unknown = info.time?.created
  return typeof created === 'number' ? created : 0
}

function partsOf(all: Map<string, Map<string, Part>>, messageID: string): Map<string, Part> {
  const parts = all.get(messageID) ?? new Map<string, Part>()
  all.set(messageID, parts)
  return parts
}
