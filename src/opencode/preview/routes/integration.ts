import type { Route } from '../../../http/router.ts'
import { fieldsFault } from '../../read-fields.ts'
import { invalidRequest } from '../../flat/http-errors.ts'
import { located } from '../located.ts'
import { readPreviewBody } from '../read-body.ts'
import type { PreviewServer } from '../preview-server.ts'
import { noContent } from '../with-session.ts'

const deepseek = {
  id: 'deepseek',
  name: 'DeepSeek',
  methods: [{ type: 'key' }, { type: 'env', names: ['DEEPSEEK_API_KEY'] }],
  connections: [],
}

/** The keys to providers. Plain: any key is taken, none is kept. */
export const integrationRoutes: readonly Route<PreviewServer>[] = [
  { method: 'GET', path: '/api/integration', answer: (server, request) => located(server, request, [deepseek]) },
  {
    method: 'GET',
    path: '/api/integration/:integrationID',
    // One that is not there is null (seen on a real server).
    answer: (server, request, { integrationID }) =>
      located(server, request, integrationID === deepseek.id ? deepseek : null),
  },
  {
    method: 'POST',
    path: '/api/integration/:integrationID/connect/key',
    answer: ({ core }, request) => {
      const read = readPreviewBody(request, core.ids)
      if ('rejected' in read) return read.rejected
      const fault = fieldsFault(read.body, { key: 'string' }, { label: 'string' })
      return fault === undefined ? noContent : invalidRequest(fault)
    },
  },
  { method: 'PATCH', path: '/api/credential/:credentialID', answer: () => noContent },
  { method: 'DELETE', path: '/api/credential/:credentialID', answer: () => noContent },
]
