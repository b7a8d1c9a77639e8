import type { V1Server } from './v1-server.ts'

/** What a client may set of a project. */
export interface ProjectDetails {
  readonly name?: string
  readonly icon?: Readonly<Record<string, unknown>>
  readonly commands?: Readonly<Record<string, unknown>>
}

/** A project as the server tells of it. Times are epoch ms. */
export interface ProjectInfo extends ProjectDetails {
  readonly id: string
  readonly worktree: string
  readonly vcs?: 'git'
  readonly time: { readonly created: number; readonly updated: number }
  readonly sandboxes: readonly string[]
}

/** The project of a directory (facts/opencode-1x.md section 1): below the server's own it is a git repository, elsewhere there is none. */
export function projectInfo(server: V1Server, directory: string): ProjectInfo {
  const { id, worktree } = server.projectOf(directory)
  const time = { created: server.started, updated: server.started }
  const details = server.projectDetails.get(id)
  return { id, worktree, ...(id !== 'global' && { vcs: 'git' }), ...details, time, sandboxes: [] }
}

/** The project of an id: the server's own, or the one of every other directory; undefined for any other id. */
export function projectByID(server: V1Server, id: string): ProjectInfo | undefined {
  return [server.core.settings.directory, '/']
    .map((directory) => projectInfo(server, directory))
    .find((project) => project.id === id)
}
