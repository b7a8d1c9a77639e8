import type { Route } from '../../http/router.ts'
import { childrenRoutes } from './routes/children.ts'
import { configRoutes } from './routes/config.ts'
import { eventRoutes } from './routes/event.ts'
import { historyRoutes } from './routes/history.ts'
import { messageRoutes } from './routes/message.ts'
import { partRoutes } from './routes/part.ts'
import { permissionRoutes } from './routes/permission.ts'
import { projectRoutes } from './routes/project.ts'
import { promptRoutes } from './routes/prompt.ts'
import { questionRoutes } from './routes/question.ts'
import { sessionRoutes } from './routes/session.ts'
import { shellRoutes } from './routes/shell.ts'
import type { V1Server } from './v1-server.ts'

/** Every endpoint of the v1 surface that the fake serves; fixed paths stand before those with a named part. */
export const v1Routes: readonly Route<V1Server>[] = [
  ...eventRoutes,
  ...configRoutes,
  ...projectRoutes,
  ...sessionRoutes,
  ...messageRoutes,
  ...promptRoutes,
  ...childrenRoutes,
  ...historyRoutes,
  ...partRoutes,
  ...permissionRoutes,
  ...questionRoutes,
  ...shellRoutes,
]
