import type { Route } from '../../http/router.ts'
import { agentRoutes } from './routes/agent.ts'
import { catalogRoutes } from './routes/catalog.ts'
import { eventRoutes } from './routes/event.ts'
import { formRoutes } from './routes/form.ts'
import { inboxRoutes } from './routes/inbox.ts'
import { mcpRoutes } from './routes/mcp.ts'
import { messageRoutes } from './routes/message.ts'
import { permissionRoutes } from './routes/permission.ts'
import { projectRoutes } from './routes/project.ts'
import { promptRoutes } from './routes/prompt.ts'
import { revertRoutes } from './routes/revert.ts'
import { serverRoutes } from './routes/server.ts'
import { sessionRoutes } from './routes/session.ts'
import { workRoutes } from './routes/work.ts'
import type { V2Server } from './v2-server.ts'

/** Every operation of 2.x that the fake serves; fixed paths stand before those with a named part. */
export const v2Routes: readonly Route<V2Server>[] = [
  ...serverRoutes,
  ...agentRoutes,
  ...mcpRoutes,
  ...catalogRoutes,
  ...projectRoutes,
  ...eventRoutes,
  ...sessionRoutes,
  ...promptRoutes,
  ...inboxRoutes,
  ...revertRoutes,
  ...workRoutes,
  ...messageRoutes,
  ...permissionRoutes,
  ...formRoutes,
]
