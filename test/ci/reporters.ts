import { join } from 'node:path'
import type { ViteUserConfig } from 'vitest/config'

/** What `test.reporters` takes. */
export type Reporters = NonNullable<NonNullable<ViteUserConfig['test']>['reporters']>

/**
 * Vitest's default reporter; where `OPENCODE_TESTING_REPORT_DIR` names a directory, also a JSON file of results in it, from which
 * `.ci/run` counts. For every Vitest config of this repo.
 */
export function reporters(): Reporters {
  const directory = process.env['OPENCODE_TESTING_REPORT_DIR']
  if (!directory) return ['default']
  // Named by the process, since several runs of one step share the directory.
  return ['default', ['json', { outputFile: join(directory, `vitest-${process.pid}.json`) }]]
}
