import type { MessageError } from '../../wire/message.ts'
import { SUBAGENTS } from './subagents.ts'
import type { V1Server } from './v1-server.ts'

/** The agent of a prompt that names `agent`, or none: undefined where there is no such agent. */
export function agentFor(server: V1Server, agent: string | undefined): string | undefined {
  if (agent !== undefined) return hasAgent(server, agent) ? agent : undefined
  const names = server.core.agents.all.map(({ name }) => name)
  return names.includes('build') ? 'build' : (names[0] ?? 'build')
}

export const hasAgent = ({ core }: V1Server, agent: string): boolean =>
  agent in SUBAGENTS || core.agents.all.some(({ name }) => name === agent)

/** What opencode says where there is no such agent. */
export function unknownAgent({ core }: V1Server, agent: string): MessageError {
  // Hidden agents are listed by GET /agent alone (captures/1.18.33/14b-wrong-agent.json).
  const shown = core.agents.all.filter((known) => known['hidden'] !== true)
  const names = [...new Set([...Object.keys(SUBAGENTS), ...shown.map(({ name }) => name)])].toSorted()
  return {
    name: 'UnknownError',
    data: { message: `Agent not found: "${agent}". Available agents: ${names.join(', ')}` },
  }
}
