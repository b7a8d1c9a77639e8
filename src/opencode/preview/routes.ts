import type { Route } from '../../http/router.ts'
import type { PreviewServer } from './preview-server.ts'
import { catalogRoutes } from './routes/catalog.ts'
import { fsRoutes } from './routes/fs.ts'
import { historyRoutes } from './routes/history.ts'
import { integrationRoutes } from './routes/integration.ts'
import { messageRoutes } from './routes/message.ts'
import { permissionRoutes } from './routes/permission.ts'
import { promptRoutes } from './routes/prompt.ts'
import { questionRoutes } from './routes/question.ts'
import { revertRoutes } from './routes/revert.ts'
import { sessionRoutes } from './routes/session.ts'

/** Every endpoint of the preview API that the fake serves; fixed paths stand before those with a named part. */
export const previewRoutes: readonly Route<PreviewServer>[] = [
  ...catalogRoutes,
  ...sessionRoutes,
  ...promptRoutes,
  ...messageRoutes,
  ...historyRoutes,
  ...permissionRoutes,
  ...questionRoutes,
  ...revertRoutes,
  ...integrationRoutes,
  ...fsRoutes,
]
