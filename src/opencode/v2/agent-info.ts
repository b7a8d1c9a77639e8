import { isRecord } from '../../model/checks.ts'
import { pickFields } from '../../wire/pick-fields.ts'
import type { Agent } from '../agent-list.ts'

const TOLD = ['mode', 'model', 'system', 'description', 'color', 'steps']

/** An agent as `GET /api/agent` lists it (facts/opencode-2x.md section 1.3); of what a test gave it, the fields that 2.x has. */
export function toAgentInfo(agent: Agent): object {
  const { name, request, hidden, permissions } = agent
  return {
    id: name,
    name,
    request: { settings: {}, headers: {}, body: {}, ...(isRecord(request) && request) },
    hidden: hidden === true,
    permissions: Array.isArray(permissions) ? permissions : [],
    ...pickFields(agent, TOLD),
  }
}
