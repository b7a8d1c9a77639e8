import { spawnSync } from 'node:child_process'

/**
 * The path of a Node of this major version: the running one, or one that npm fetches as the package `node`. Throws an Error where there is
 * none, or another one comes.
 */
export function findNode(major) {
  const path = process.versions.node.split('.')[0] === major ? process.execPath : fetchNode(major)
  const version = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.trim()
  if (!version.startsWith(`v${major}.`)) throw new Error(`asked for Node ${major}, got ${version} from ${path}`)
  return { path, version }
}

function fetchNode(major) {
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
