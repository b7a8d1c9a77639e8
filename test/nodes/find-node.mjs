import { spawnSync } from 'node:child_process'

/**
 * The path of a Node of this major version: the running one, else that of the npm package `node`. Throws where npm cannot bring it.
 *
 * @param {string} major
 * @returns {string}
 */
export function findNode(major) {
  if (process.versions.node.split('.')[0] === major) return process.execPath
  console.log(`fetching Node ${major} from npm`)
  const { stdout, status, error } = spawnSync(
    'npx',
    ['--yes', '--package', `node@${major}`, '--', 'node', '--print', 'process.execPath'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' },
  )
  if (error) throw error
  if (status !== 0) throw new Error(`npx could not run node@${major}: exit code ${status}`)
  return stdout.trim()
}
