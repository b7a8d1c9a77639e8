// Usage: node test/nodes/run.mjs [MAJOR…]
//
// Runs the fast suite on each Node of the package's range; default 20 22 24. The running Node serves its own major, the others come
// from the npm package `node`. Exits with 1 when one failed. Plain JavaScript: Node 20 cannot run TypeScript.
import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { findNode } from './find-node.mjs'

const chosen = process.argv.slice(2)
const majors = chosen.length > 0 ? chosen : ['20', '22', '24']

function runSuite(major) {
  const node = findNode(major)
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  if (!version.startsWith(`v${major}.`)) throw new Error(`asked for Node ${major}, got ${version} from ${node}`)
  console.log(`\nthe fast suite on Node ${version}`)
  const started = performance.now()
  const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // A test that starts `node` means this one.
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  return { node: version, result: status === 0 ? 'ok' : `exit code ${status}`, seconds }
}

const rows = majors.map((major) => {
  try {
    return runSuite(major)
  } catch (error) {
    console.error(error)
    return { node: major, result: 'did not start', seconds: 0 }
  }
})
console.log()
console.table(rows)
process.exitCode = rows.every(({ result }) => result === 'ok') ? 0 : 1
