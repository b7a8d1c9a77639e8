import { findRoute, type Route } from '../../http/router.ts'
import { webPage } from '../web-page.ts'

/** The operations of opencode's OpenAPI document that the fake deliberately does not serve, each with its reason. */
export const NOT_SERVED: Readonly<Record<string, string>> = {
  ...because('it would start a terminal, and the fake runs no programs', [
    'POST /pty',
    'GET /pty/:ptyID',
    'PUT /pty/:ptyID',
    'DELETE /pty/:ptyID',
    'POST /pty/:ptyID/connect-token',
    'GET /pty/:ptyID/connect',
    'POST /api/pty',
    'GET /api/pty/:ptyID',
    'PUT /api/pty/:ptyID',
    'DELETE /api/pty/:ptyID',
    'POST /api/pty/:ptyID/connect-token',
    'GET /api/pty/:ptyID/connect',
  ]),
  ...because('it would make or remove directories, and the fake never touches the disk', [
    'POST /experimental/worktree',
    'DELETE /experimental/worktree',
    'POST /experimental/worktree/reset',
    'POST /experimental/project/:projectID/copy',
    'DELETE /experimental/project/:projectID/copy',
    'POST /experimental/project/:projectID/copy/refresh',
    'POST /experimental/project/:projectID/copy/generate-name',
  ]),
  ...because('it is about workspaces, which exist with an experimental flag alone and were never recorded', [
    'POST /experimental/workspace',
    'DELETE /experimental/workspace/:id',
    'POST /experimental/workspace/sync-list',
    'POST /experimental/workspace/warp',
    'POST /experimental/control-plane/move-session',
  ]),
  ...because("it is about opencode's own cloud console, and the fake has no account there", [
    'POST /experimental/console/switch',
  ]),
  ...because('nobody logs in here, and nobody ever did in a recording', [
    'POST /api/integration/:integrationID/connect/oauth',
    'GET /api/integration/attempt/:attemptID',
    'DELETE /api/integration/attempt/:attemptID',
    'POST /api/integration/attempt/:attemptID/complete',
  ]),
  ...because('a subagent never goes to the background here: the capability is off', [
    'POST /experimental/session/:sessionID/background',
  ]),
}

function because(reason: string, operations: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(operations.map((operation) => [operation, reason]))
}

const notServed: readonly Route<unknown>[] = Object.keys(NOT_SERVED).map((operation) => {
  const [method = '', path = ''] = operation.split(' ')
  return { method, path, answer: () => webPage(method) }
})

/** Why the fake does not serve an operation that the real server has; undefined for one that it does not have either. */
export function reasonNotServed(method: string, pathname: string): string | undefined {
  const found = findRoute(notServed, method, pathname)
  return found && NOT_SERVED[`${found.route.method} ${found.route.path}`]
}
