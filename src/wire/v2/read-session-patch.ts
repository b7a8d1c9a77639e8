import type { SessionPatch } from '../change.ts'
import { isSessionInfo } from '../is-wire-shape.ts'
import { pickFields } from '../pick-fields.ts'
import type { SessionEvent } from '../session-event.ts'
import type { SessionInfo } from '../session-info.ts'

const CREATED = ['projectID', 'parentID', 'title', 'agent', 'model', 'location', 'subpath', 'metadata', 'permissions']

/** A session as `session.created` of 2.x tells of it; undefined for another event. */
export function readCreatedSession({ type, props, sessionID, at = 0 }: SessionEvent): SessionInfo | undefined {
  if (type !== 'session.created') return undefined
  const session = {
    id: sessionID,
    cost: 0,
    tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
    time: { created: at, updated: at },
    ...pickFields(props, CREATED),
  }
  return isSessionInfo(session) ? session : undefined
}

/** What an event of 2.x changes in the session's info; undefined where it is nothing. */
export function readSessionPatch({ type, props }: SessionEvent): SessionPatch | undefined {
  switch (type) {
    case 'session.renamed':
      return pickFields(props, ['title'])
    case 'session.agent.selected':
      return pickFields(props, ['agent'])
    case 'session.model.selected':
      return pickFields(props, ['model'])
    case 'session.moved':
      return pickFields(props, ['location', 'projectID', 'subpath'])
    case 'session.metadata.updated':
      return pickFields(props, ['metadata'])
    case 'session.permissions':
      return pickFields(props, ['permissions'])
    // Not what a run used: the session's totals (facts/opencode-2x.md section 5).
    case 'session.usage.updated':
      return pickFields(props, ['cost', 'tokens'])
    case 'session.viewed':
      return { time: { viewed: props['idle'] } }
    default:
      return undefined
  }
}
