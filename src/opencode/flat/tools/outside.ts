import { dirname } from 'node:path/posix'
import { flatPath } from './flat-path.ts'
import type { FlatAsk, FlatToolRun } from './flat-tool.ts'

/** What a tool asks first where its file is outside the project. */
export function outside(run: FlatToolRun): readonly FlatAsk[] {
  const { file, shown } = flatPath(run)
  if (!shown.startsWith('..')) return []
  const resources = [`${dirname(file)}/*`]
  return [{ action: 'external_directory', resources, save: resources }]
}
