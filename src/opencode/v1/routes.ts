import type { Route } from '../../http/router.ts'
import { configRoutes } from './routes/config.ts'
import { eventRoutes } from './routes/event.ts'
import { messageRoutes } from './routes/message.ts'
import { projectRoutes } from './routes/project.ts'
import { promptRoutes } from './routes/prompt.ts'
import { sessionRoutes } from './routes/session.ts'
import type { V1Server } from './v1-server.ts'

/** Every endpoint of the v1 surface that the fake serves; fixed paths stand before those with a named part. */
export const v1Routes: readonly Route<V1Server>[] = [
  ...eventRoutes,
  ...configRoutes,
  ...projectRoutes,
  ...sessionRoutes,
  ...messageRoutes,
  ...promptRoutes,
]
