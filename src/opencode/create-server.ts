import type { DialectServer } from './dialect-server.ts'
import type { OpencodeOptions } from './opencode-options.ts'
import { ServerCore } from './server-core.ts'
import { V2Server } from './v2/v2-server.ts'
import { V1AndPreviewServer } from './v1-and-preview-server.ts'

/** The server that speaks as the release which the `version` option names. Throws InvalidOptionError for options that cannot be right. */
export function createServer(options: OpencodeOptions): DialectServer {
  const core = new ServerCore(options)
  return core.settings.dialect === '2.0' ? new V2Server(core) : new V1AndPreviewServer(core)
}
