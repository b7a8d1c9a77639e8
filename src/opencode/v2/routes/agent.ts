import type { Route } from '../../../http/router.ts'
import { toAgentInfo } from '../agent-info.ts'
import { notFound } from '../errors.ts'
import { atLocation, located } from '../located.ts'
import type { V2Server } from '../v2-server.ts'

/** The agents. A single one is no poll. */
export const agentRoutes: readonly Route<V2Server>[] = [
  {
    method: 'GET',
    path: '/api/agent',
    answer: atLocation(({ core }, directory) => located(directory, core.agents.poll().map(toAgentInfo))),
  },
  {
    method: 'GET',
    path: '/api/agent/:agentID',
    answer: atLocation(({ core }, directory, _request, { agentID = '' }) => {
      const agent = core.agents.all.find(({ name }) => name === agentID)
      return agent ? located(directory, toAgentInfo(agent)) : notFound('Agent', agentID)
    }),
  },
]
