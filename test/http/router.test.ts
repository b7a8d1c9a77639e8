import { expect, test } from 'vitest'
import { findRoute, type Route } from '../../src/http/router.ts'

const answer: Route<undefined>['answer'] = () => ({})
const routes: readonly Route<undefined>[] = [
  { method: 'GET', path: '/session/status', answer },
  { method: 'GET', path: '/session/:sessionID', answer },
  { method: 'POST', path: '/session/:sessionID', answer },
  { method: 'GET', path: '/session/:sessionID/message/:messageID', answer },
]

test.for<[method: string, pathname: string, path: string | undefined, params?: Record<string, string>]>([
  ['GET', '/session/status', '/session/status', {}],
  ['GET', '/session/ses_1', '/session/:sessionID', { sessionID: 'ses_1' }],
  ['POST', '/session/status', '/session/:sessionID', { sessionID: 'status' }],
  ['GET', '/session/a/message/b', '/session/:sessionID/message/:messageID', { sessionID: 'a', messageID: 'b' }],
  ['GET', '/session/a%20b%2Fc', '/session/:sessionID', { sessionID: 'a b/c' }],
  ['GET', '/session/100%', '/session/:sessionID', { sessionID: '100%' }],
  ['GET', '/session/', '/session/:sessionID', { sessionID: '' }],
  ['GET', '/session', undefined],
  ['GET', '/session/ses_1/', undefined],
  ['GET', '/session/ses_1/message', undefined],
  ['GET', '/Session/status', undefined],
  ['get', '/session/status', undefined],
  ['DELETE', '/session/ses_1', undefined],
])('%s %s is served by %s', ([method, pathname, path, params]) => {
  const found = findRoute(routes, method, pathname)
  expect(found?.route.path).toBe(path)
  expect(found?.params).toEqual(params)
})
