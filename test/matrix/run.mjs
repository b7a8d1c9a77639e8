// Usage: node test/matrix/run.mjs [--reduced] [--list] [--packed] [--jobs=N] [WORD…]
//
// Packs the package, installs it beside each runner (kept in the system's temporary folder) and runs the same suite in each cell: runner × Node × pool or
// module format × environment, and the type tests. With words only the cells whose names have all of them, as in `jest-30 jsdom`. Prints
// each cell as it ends and a table at the end; exits with 1 when one failed. --packed takes the tarball of the run before; --jobs runs so many
// cells side by side (default 1).
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from '../nodes/find-node.mjs'
import { allCells, reducedCells } from './cells.mjs'
import { install, pack } from './install.mjs'
import { runCell } from './run-cell.mjs'

const args = process.argv.slice(2)
const words = args.filter((arg) => !arg.startsWith('--'))
const chosen = (args.includes('--reduced') ? reducedCells : allCells).filter(({ name }) =>
  words.every((word) => name.split(' ').includes(word)),
)
if (chosen.length === 0) throw new Error(`no cell is called ${words.join(' ')}; --list lists them`)
if (args.includes('--list')) {
  for (const { name } of chosen) console.log(name)
  process.exit()
}

const started = performance.now()
const secondsSince = (start) => Math.round((performance.now() - start) / 1000)
const say = (text) => console.log(`${String(secondsSince(started)).padStart(4)} s  ${text}`)

if (!args.includes('--packed')) {
  say('packing')
  await pack()
}
const consumers = new Set(chosen.map(({ consumer }) => consumer))
if (chosen.some(({ kind }) => kind === 'types')) consumers.add('compilers')
// Most of an installation is waiting for the registry.
await sideBySide(3, consumers, async (consumer) => {
  const isNew = await install(consumer)
  say(`${isNew ? 'installed' : 'kept     '} ${consumer}`)
})
const nodes = new Map([...new Set(chosen.map(({ node }) => node))].map((major) => [major, findNode(major)]))

const rows = []
const jobs = Number(args.find((arg) => arg.startsWith('--jobs='))?.slice('--jobs='.length) ?? 1)
await sideBySide(jobs, chosen, async (cell) => {
  const start = performance.now()
  const result = await runCell(cell, nodes.get(cell.node))
  rows.push({ cell, ...result, seconds: secondsSince(start) })
  const mark = result.problem === undefined ? 'ok    ' : 'FAILED'
  say(`${mark} ${rows.length}/${chosen.length} ${cell.name}: ${result.passed} passed, ${result.failed} failed`)
  if (result.problem !== undefined) console.log(result.problem.split('\n').slice(0, 150).join('\n'))
})
rows.sort((one, other) => chosen.indexOf(one.cell) - chosen.indexOf(other.cell))

console.log()
console.table(
  rows.map(({ cell, passed, failed, seconds, problem }) => ({
    cell: cell.name,
    result: problem === undefined ? 'ok' : 'FAILED',
    passed,
    failed,
    seconds,
  })),
)
console.log(
  `Node ${[...nodes.values()].map((node) => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()).join(', ')}`,
)
leaveReport(process.env.OPENCODE_TESTING_REPORT_DIR)
process.exitCode = rows.every(({ problem }) => problem === undefined) ? 0 : 1

/** In the form of Vitest's JSON reports, from which `.ci/run` counts. */
function leaveReport(directory) {
  if (!directory) return
  mkdirSync(directory, { recursive: true })
  const passed = rows.reduce((total, row) => total + row.passed, 0)
  const failed = rows.reduce((total, row) => total + row.failed, 0)
  const report = { numPassedTests: passed, numFailedTests: failed, numPendingTests: 0, numTodoTests: 0 }
  writeFileSync(join(directory, 'matrix.json'), JSON.stringify(report))
}

/** Does this with each item, so many at a time. */
async function sideBySide(count, items, action) {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await action(item)
  }
  await Promise.all(Array.from({ length: count }, worker))
}
