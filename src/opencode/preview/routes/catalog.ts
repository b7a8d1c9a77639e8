import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import type { Agent } from '../../agent-list.ts'
import { BUILT_IN_SKILL } from '../../built-in-skill.ts'
import type { Command } from '../../command-list.ts'
import { providerNotFound } from '../errors.ts'
import { located, locationOf } from '../located.ts'
import { previewModels, previewProviders } from '../providers.ts'
import type { PreviewServer } from '../preview-server.ts'

/** What a directory has: agents, models, commands and the like (captures/1.18.33-api/12-catalog.json). */
export const catalogRoutes: readonly Route<PreviewServer>[] = [
  { method: 'GET', path: '/api/health', answer: () => jsonResponse({ healthy: true }) },
  { method: 'GET', path: '/api/location', answer: (server, request) => jsonResponse(locationOf(server, request)) },
  {
    method: 'GET',
    path: '/api/agent',
    answer: (server, request) => {
      const agents = server.core.agents.poll()
      return located(
        server,
        request,
        agents.map((agent) => toAgent(server, agent)),
      )
    },
  },
  {
    method: 'GET',
    path: '/api/model',
    answer: (server, request) => located(server, request, previewModels(server.core.settings.prices)),
  },
  {
    method: 'GET',
    path: '/api/provider',
    answer: (server, request) => located(server, request, previewProviders(server.core.settings.prices)),
  },
  { method: 'GET', path: '/api/provider/:providerID', answer: getProvider },
  {
    method: 'GET',
    path: '/api/command',
    answer: (server, request) => located(server, request, server.core.commands.all.map(toCommand)),
  },
  { method: 'GET', path: '/api/skill', answer: (server, request) => located(server, request, [BUILT_IN_SKILL]) },
  { method: 'GET', path: '/api/reference', answer: (server, request) => located(server, request, []) },
  { method: 'GET', path: '/api/pty', answer: (server, request) => located(server, request, []) },
]

function getProvider(server: PreviewServer, request: FakeRequest, { providerID = '' }: PathParams): FakeResponse {
  const found = previewProviders(server.core.settings.prices).find(({ id }) => id === providerID)
  return found ? located(server, request, found) : providerNotFound(providerID)
}

const modes: ReadonlySet<unknown> = new Set(['subagent', 'primary', 'all'])

function toAgent({ v1 }: PreviewServer, { name, description, mode, ...agent }: Agent): object {
  const { prompt, hidden, steps } = agent
  const rules = [{ permission: '*', pattern: '*', action: 'allow' }, ...v1.agentRules(name)]
  return {
    id: name,
    request: { headers: {}, body: {} },
    ...(typeof prompt === 'string' && { system: prompt }),
    ...(typeof description === 'string' && { description }),
    mode: modes.has(mode) ? mode : 'primary',
    hidden: hidden === true,
    ...(typeof steps === 'number' && { steps }),
    permissions: rules.map(({ permission, pattern, action }) => ({
      action: permission,
      resource: pattern,
      effect: action,
    })),
  }
}

function toCommand({ name, template, description, agent, model, subtask }: Command): object {
  const [providerID = '', ...id] = (model ?? '').split('/')
  return {
    name,
    template,
    ...(description !== undefined && { description }),
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model: { id: id.join('/'), providerID } }),
    ...(subtask !== undefined && { subtask }),
  }
}
