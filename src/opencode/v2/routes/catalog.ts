import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { notFound } from '../errors.ts'
import { atLocation, done, located } from '../located.ts'
import { listModels, listProviders } from '../model-info.ts'
import { SKILLS } from '../skills.ts'
import type { V2Server } from '../v2-server.ts'

/** What there is to choose from: models, providers, commands, skills; and lists of what the fake has none of. */
export const catalogRoutes: readonly Route<V2Server>[] = [
  {
    method: 'GET',
    path: '/api/model',
    answer: atLocation(({ core }, directory) => located(directory, listModels(core.settings))),
  },
  {
    method: 'GET',
    path: '/api/model/default',
    answer: atLocation(({ core }, directory) => located(directory, listModels(core.settings)[0] ?? null)),
  },
  {
    method: 'GET',
    path: '/api/provider',
    answer: atLocation(({ core }, directory) => located(directory, listProviders(listModels(core.settings)))),
  },
  {
    method: 'GET',
    path: '/api/provider/:providerID',
    answer: atLocation(({ core }, directory, _request, { providerID = '' }) => {
      const provider = listProviders(listModels(core.settings)).find(({ id }) => id === providerID)
      return provider ? located(directory, provider) : notFound('Provider', providerID)
    }),
  },
  {
    method: 'GET',
    path: '/api/command',
    answer: atLocation(({ core }, directory) =>
      located(
        directory,
        core.commands.all.map(({ name, description }) => ({ name, ...(description !== undefined && { description }) })),
      ),
    ),
  },
  { method: 'GET', path: '/api/skill', answer: atLocation((_server, directory) => located(directory, SKILLS)) },
  ...['/api/plugin', '/api/integration', '/api/reference', '/api/shell', '/api/websearch/provider'].map(noneAt),
  {
    method: 'GET',
    path: '/api/integration/:integrationID',
    answer: atLocation((_server, _directory, _request, { integrationID = '' }) =>
      notFound('Integration', integrationID),
    ),
  },
  {
    method: 'GET',
    path: '/api/shell/:shellID',
    answer: atLocation((_server, _directory, _request, { shellID = '' }) => notFound('Shell', shellID)),
  },
  { method: 'GET', path: '/api/credential', answer: () => jsonResponse({ data: [] }) },
  { method: 'GET', path: '/api/config', answer: () => jsonResponse([]) },
  { method: 'GET', path: '/api/config/shell', answer: () => jsonResponse([]) },
  { method: 'PATCH', path: '/api/experimental/config', answer: done },
]

/** A location-scoped list that is empty here. */
function noneAt(path: string): Route<V2Server> {
  return { method: 'GET', path, answer: atLocation((_server, directory) => located(directory, [])) }
}
