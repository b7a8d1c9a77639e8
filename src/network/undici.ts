// oxlint-disable-next-line import/no-unassigned-import -- first, so that undici finds what it needs while it is loaded
import './fill-realm.ts'

/** undici, in a realm that can load it. Nothing else imports its values. */
export {
  Agent,
  Dispatcher,
  errors,
  fetch,
  FormData,
  getGlobalDispatcher,
  Headers,
  MockAgent,
  Request,
  Response,
  setGlobalDispatcher,
} from 'undici'
export type { Interceptable } from 'undici'
