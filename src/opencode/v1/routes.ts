import type { Route } from '../../http/router.ts'
import { childrenRoutes } from './routes/children.ts'
import { configRoutes } from './routes/config.ts'
import { eventRoutes } from './routes/event.ts'
import { historyRoutes } from './routes/history.ts'
import { experimentalRoutes } from './routes/experimental.ts'
import { fileRoutes } from './routes/file.ts'
import { globalRoutes } from './routes/global.ts'
import { instanceRoutes } from './routes/instance.ts'
import { mcpRoutes } from './routes/mcp.ts'
import { messageRoutes } from './routes/message.ts'
import { partRoutes } from './routes/part.ts'
import { permissionRoutes } from './routes/permission.ts'
import { projectRoutes } from './routes/project.ts'
import { promptRoutes } from './routes/prompt.ts'
import { questionRoutes } from './routes/question.ts'
import { shellRoutes } from './routes/shell.ts'
import { providerRoutes } from './routes/provider.ts'
import { ptyRoutes } from './routes/pty.ts'
import { sessionRoutes } from './routes/session.ts'
import { shareRoutes } from './routes/share.ts'
import { syncRoutes } from './routes/sync.ts'
import { tuiRoutes } from './routes/tui.ts'
import { vcsRoutes } from './routes/vcs.ts'
import type { V1Server } from './v1-server.ts'

/** Every endpoint of the v1 surface that the fake serves; fixed paths stand before those with a named part. */
export const v1Routes: readonly Route<V1Server>[] = [
  ...eventRoutes,
  ...globalRoutes,
  ...instanceRoutes,
  ...configRoutes,
  ...providerRoutes,
  ...mcpRoutes,
  ...projectRoutes,
  ...fileRoutes,
  ...vcsRoutes,
  ...tuiRoutes,
  ...ptyRoutes,
  ...syncRoutes,
  ...experimentalRoutes,
  ...sessionRoutes,
  ...shareRoutes,
  ...messageRoutes,
  ...promptRoutes,
  ...childrenRoutes,
  ...historyRoutes,
  ...partRoutes,
  ...permissionRoutes,
  ...questionRoutes,
  ...shellRoutes,
]
