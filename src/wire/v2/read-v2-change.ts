import type { Change } from '../change.ts'
import { readStepChange } from '../flat/read-step-edit.ts'
import type { SessionEvent } from '../session-event.ts'
import { readAmendment } from './read-amendment.ts'
import { readExecutionChange } from './read-execution-change.ts'
import { readInboxChange } from './read-inbox-change.ts'
import { readNoteChange } from './read-note-change.ts'
import { readCreatedSession, readSessionPatch } from './read-session-patch.ts'

const PREFIX = 'session.'

/**
 * What an event of 2.x changes; undefined for another event, and for a shape that is not known. Messages are made of events as the
 * server makes them (facts/opencode-2x.md section 2). Never throws.
 */
export function readV2Change(event: SessionEvent): Change | undefined {
  const { type, props, sessionID } = event
  if (!type.startsWith(PREFIX)) return undefined
  const session = readCreatedSession(event)
  if (session) return { kind: 'session', sessionID, session }
  const change =
    readStepChange('v2', type.slice(PREFIX.length), event) ??
    readInboxChange(event) ??
    readExecutionChange(event) ??
    readAmendment(event) ??
    readNoteChange(event)
  const patch = readSessionPatch(event)
  if (change?.kind === 'edit') return { ...change, ...(patch && { patch }) }
  if (change) return change
  if (patch) return { kind: 'session-patch', sessionID, patch }
  const { to } = props
  return type === 'session.revert.committed' && typeof to === 'string'
    ? { kind: 'reverted', sessionID, messageID: to }
    : undefined
}
