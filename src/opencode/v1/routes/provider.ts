import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import { listProviders } from '../providers.ts'
import { readBody } from '../read-body.ts'
import type { V1Server } from '../v1-server.ts'

/** Providers and the keys to them. Plain: any key is taken, none is kept, and nobody is asked to log in. */
export const providerRoutes: readonly Route<V1Server>[] = [
  {
    method: 'GET',
    path: '/provider',
    answer: ({ core }) => {
      const { providers, default: defaults } = listProviders(core.settings.prices)
      return jsonResponse({ all: providers, default: defaults, connected: providers.map(({ id }) => id) })
    },
  },
  // The providers of the real list are those with a login of their own: the fake's have none (captures/1.18.33/13-gets.json).
  { method: 'GET', path: '/provider/auth', answer: () => jsonResponse({}) },
  { method: 'POST', path: '/provider/:providerID/oauth/authorize', answer: authorize },
  {
    method: 'POST',
    path: '/provider/:providerID/oauth/callback',
    answer: ({ core }, request) => {
      const read = readBody(request, core.ids, { method: 'number' }, { code: 'string' })
      return 'rejected' in read ? read.rejected : jsonResponse(true)
    },
  },
  { method: 'PUT', path: '/auth/:providerID', answer: setAuth },
  { method: 'DELETE', path: '/auth/:providerID', answer: () => jsonResponse(true) },
]

function authorize({ core }: V1Server, request: FakeRequest, { providerID = '' }: PathParams): FakeResponse {
  const read = readBody(request, core.ids, { method: 'number' }, { inputs: 'object' })
  if ('rejected' in read) return read.rejected
  const url = `https://login.invalid/${encodeURIComponent(providerID)}`
  return jsonResponse({ url, method: 'code', instructions: 'Enter any code.' })
}

const fieldsOf = {
  oauth: { refresh: 'string', access: 'string', expires: 'number' },
  api: { key: 'string' },
  wellknown: { key: 'string', token: 'string' },
} as const

function setAuth({ core }: V1Server, request: FakeRequest): FakeResponse {
  const read = readBody(request, core.ids, { type: ['oauth', 'api', 'wellknown'] })
  if ('rejected' in read) return read.rejected
  const whole = readBody(request, core.ids, fieldsOf[read.body.type])
  return 'rejected' in whole ? whole.rejected : jsonResponse(true)
}
