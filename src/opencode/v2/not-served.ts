import { findRoute, type Route } from '../../http/router.ts'

/** The operations of 2.x that the fake deliberately does not serve, each with its reason (facts/opencode-2x.md section 1.2). */
export const NOT_SERVED: Readonly<Record<string, string>> = {
  ...because('it would start a terminal, and the fake runs no programs', [
    'GET /api/pty',
    'POST /api/pty',
    'GET /api/pty/:ptyID',
    'PUT /api/pty/:ptyID',
    'DELETE /api/pty/:ptyID',
    'POST /api/pty/:ptyID/connect-token',
  ]),
  ...because('it would run a program beside all sessions, and the fake runs none', [
    'POST /api/shell',
    'GET /api/shell/:shellID/output',
    'DELETE /api/shell/:shellID',
  ]),
  ...because('it would make or remove directories, and the fake never touches the disk', [
    'GET /api/worktree',
    'POST /api/worktree',
    'DELETE /api/worktree',
    'POST /api/worktree/refresh',
  ]),
  ...because('it is about a repository, and the fake has none', [
    'POST /api/vcs/init',
    'GET /api/vcs',
    'GET /api/vcs/base',
    'GET /api/vcs/status',
    'GET /api/vcs/branch',
    'GET /api/vcs/diff',
  ]),
  ...because('it would log in somewhere, and the fake reaches no network', [
    'POST /api/experimental/integration/wellknown',
    'POST /api/integration/:integrationID/connect/key',
    'POST /api/integration/:integrationID/connect/external',
    'POST /api/integration/:integrationID/connect/oauth',
    'GET /api/integration/:integrationID/connect/oauth/:attemptID',
    'POST /api/integration/:integrationID/connect/oauth/:attemptID/complete',
    'DELETE /api/integration/:integrationID/connect/oauth/:attemptID',
    'POST /api/integration/:integrationID/connect/command',
    'GET /api/integration/:integrationID/connect/command/:attemptID',
    'DELETE /api/integration/:integrationID/connect/command/:attemptID',
    'POST /api/websearch',
  ]),
  ...because('it would keep a key, and the fake keeps none', [
    'POST /api/credential',
    'PATCH /api/credential/:credentialID',
    'DELETE /api/credential/:credentialID',
    'POST /api/credential/:credentialID/activate',
  ]),
  ...because('it would write a file, and the fake never touches the disk', ['POST /api/experimental/fs/write']),
  ...because('it pairs a device with a server, and the fake knows one client like another', [
    'POST /api/pair',
    'GET /auth/connect/:code',
  ]),
  ...because('its details are not known', [
    'GET /api/experimental/session/stats',
    'GET /api/experimental/migration/v1',
    'GET /api/debug/location',
    'DELETE /api/debug/location',
    'POST /api/rpc/:rpcID/:method',
    'GET /openapi.json',
    'POST /api/experimental/session/import',
    'GET /api/session/:sessionID/diff',
    'GET /api/fs/read/*',
    'GET /api/fs/list',
    'GET /api/fs/find',
    'POST /api/plugin/check',
    'POST /api/plugin/update',
  ]),
}

function because(reason: string, operations: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(operations.map((operation) => [operation, reason]))
}

const notServed: readonly Route<unknown>[] = Object.keys(NOT_SERVED).map((operation) => {
  const [method = '', path = ''] = operation.split(' ')
  return { method, path, answer: () => ({}) }
})

/** Why the fake does not serve an operation that 2.x has; undefined for one that it does not have either. */
export function reasonNotServed(method: string, pathname: string): string | undefined {
  const found = findRoute(notServed, method, pathname)
  return found && NOT_SERVED[`${found.route.method} ${found.route.path}`]
}
